import { crc32, deflateSync } from 'node:zlib';

const WIDTH = 64;
const HEIGHT = 80;

type Colour = readonly [red: number, green: number, blue: number];

const STRIPES: readonly (readonly [Colour, Colour])[] = [
  [
    [29, 95, 138],
    [66, 135, 178],
  ],
  [
    [46, 112, 82],
    [92, 158, 126],
  ],
  [
    [133, 78, 34],
    [186, 128, 80],
  ],
  [
    [94, 70, 140],
    [142, 119, 186],
  ],
];
const FIGURE: Colour = [244, 241, 232];

/** A placeholder in the format of an id photo: head and shoulders before stripes, in a colour of its own. */
export function drawPortrait(index: number): Buffer {
  const stripes = STRIPES[index % STRIPES.length] ?? STRIPES[0];
  const rows: Buffer[] = [];
  for (let y = 0; y < HEIGHT; y++) {
    const row = Buffer.alloc(1 + WIDTH * 3);
    for (let x = 0; x < WIDTH; x++) row.set(stripes ? colourAt(x, y, stripes) : FIGURE, 1 + x * 3);
    rows.push(row);
  }
  return encodePng(Buffer.concat(rows));
}

function colourAt(x: number, y: number, [dark, light]: readonly [Colour, Colour]): Colour {
  const isHead = ((x - 32) / 13) ** 2 + ((y - 31) / 17) ** 2 < 1;
  const isShoulders = ((x - 32) / 25) ** 2 + ((y - 81) / 29) ** 2 < 1;
  if (isHead || isShoulders) return FIGURE;
  return Math.floor((x + y) / 6) % 2 === 0 ? dark : light;
}

/** Eight bits a colour, rows unfiltered. */
function encodePng(rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** A small picture of an old season ticket: a baseline JPEG of 96 by 64. */
export const SEASON_TICKET_JPEG: Buffer = Buffer.from(
  [
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hn',
    'Pk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj',
    'Y2P/wAARCABAAGADASIAAhEBAxEB/8QAGQABAQEBAQEAAAAAAAAAAAAAAAQFAwYH/8QANhAAAAQCBggEBQUBAAAAAAAAAAECAwQRBRMU',
    'FVPREiExVJGSouEmQaHwFjRCUYEiIzNhZKP/xAAYAQEBAQEBAAAAAAAAAAAAAAAAAQIEA//EACERAAIBAwQDAQAAAAAAAAAAAAABAwJS',
    'kRESExQxQVFh/9oADAMBAAIRAxEAPwDHAV3ZGYPUWYXZGYPUWY6exDeso4+GS14JAFd2RmD1FmF2RmD1FmHYhvWUOGS14JAFd2RmD1Fm',
    'F2RmD1FmHYhvWUOGS14JAFd2RmD1FmF2RmD1FmHYhvWUOGS14JAFd2RmD1FmF2RmD1FmHYhvWUOGS14JAFd2RmD1FmF2RmD1FmHYhvWU',
    'OGS14PoNnYwW+Ugs7GC3ykOozHnkMNG44ckkONR0v0drqaLrOxgt8pBZ2MFvlIYTdMNKckttSUn9U5jWh9bqTIVxUr0RVs72djBb5SCz',
    'sYLfKQ40na7A7YPmdWhs+5T26tkxg+K/dUIqKfhdzPSWdjBb5SCzsYLfKQ834r91QeK/dUHHT+Dez0lnYwW+Ugs7GC3ykPN+K/dUHiv3',
    'VBx0/g3s9JZ2MFvlILOxgt8pDFoz4gt7Vv8Alten/H9jls17ZDfEdFPwu5gYlJsrfhDJBGaknpSLzG2MaNjUQiCmWktWxJD1oMVGAhlx',
    'xwkJQo1TlKWweqg0VdUic9FMp/gYqaZc0/1tJNP9HrGxAvIfNDjZzSc/wNVeDC8lj5uJaUbKSU55EYkraR3dvj3Fb5OKaUTKiS55GYkq',
    'qR3hvh2Hmj0YraR3dvj3CtpHd2+PcKqkd4b4dgqqR3hvh2FIK2kd3b49x0YcjVOpJ5lCW/MyPuOdVSO8N8OwVVI7w3w7AC8BzYJxLSSe',
    'USnPMyHQZNAY8XQZxT5unE6MyIiLQnL1GwAqbXgjWpg/Df8Ar/59xdRtGHAGr96sIznLRlL1GgAbmNqOb7anWlISs2zP6i8hJYX99c9c',
    'xeAmo0ILC/vrnrmFhf31z1zF4C6saAAAQoAAAH//2Q==',
  ].join(''),
  'base64',
);
