import { encodePng } from '../tickets/wallet/png.ts';

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

/** A placeholder for an id photo: head and shoulders on stripes, with an individual colour. */
export function drawPortrait(index: number): Buffer {
  const stripes = STRIPES[index % STRIPES.length] ?? STRIPES[0];
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 4, 255);
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++)
      pixels.set(stripes ? colourAt(x, y, stripes) : FIGURE, (y * WIDTH + x) * 4);
  return encodePng(WIDTH, HEIGHT, pixels);
}

function colourAt(x: number, y: number, [dark, light]: readonly [Colour, Colour]): Colour {
  const isHead = ((x - 32) / 13) ** 2 + ((y - 31) / 17) ** 2 < 1;
  const isShoulders = ((x - 32) / 25) ** 2 + ((y - 81) / 29) ** 2 < 1;
  if (isHead || isShoulders) return FIGURE;
  return Math.floor((x + y) / 6) % 2 === 0 ? dark : light;
}

/** A small image of an old season ticket: a baseline JPEG of 96 by 64 pixels. */
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
