export const FILE_TYPES = ['pdf', 'png', 'jpeg'] as const;
export type FileType = (typeof FILE_TYPES)[number];

export const CONTENT_TYPES: Record<FileType, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpeg: 'image/jpeg',
};

/** File name extensions by type. */
export const EXTENSIONS: Record<FileType, readonly string[]> = {
  pdf: ['.pdf'],
  png: ['.png'],
  jpeg: ['.jpeg', '.jpg'],
};
