import type { DropAccess } from '../../rosters/pull/file-drop/drop-access.ts';

/** Before the first file: how the HR system sends it. */
export function describeDropAccess({ url, folder }: DropAccess): string[] {
  return [
    'Let the HR system send a first file, with an API key that has the four permissions for employees:',
    `  curl -T people.csv -u USERNAME:PASSWORD ${url}`,
    ...(folder ? [`Or let it put the file into the folder ${folder}.`] : []),
    'Then repeat the command to see its columns and to connect it.',
  ];
}
