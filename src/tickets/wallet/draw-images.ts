import { encodePng } from './png.ts';

export type Colour = readonly [red: number, green: number, blue: number];

const WHITE: Colour = [255, 255, 255];

/** The distance of a point from a shape, negative inside, in units of a drawing that is 100 wide and high. */
type Shape = (x: number, y: number) => number;

/** A tram from the front: body, windscreen, destination sign, lights and rails. */
const BODY = roundedBox(50, 45, 24, 30, 9);
const WINDSCREEN = roundedBox(50, 42, 17, 12, 4);
const SIGN = roundedBox(50, 23, 9, 2.5, 2.5);
const LIGHTS = union(circle(35.5, 65, 3.6), circle(64.5, 65, 3.6));
const PANTOGRAPH = union(stroke(50, 15, 42, 9, 1.8), stroke(42, 9, 58, 9, 1.8));
const RAILS = union(stroke(37, 82, 27, 93, 2.6), stroke(63, 82, 73, 93, 2.6), stroke(34, 87, 66, 87, 2));
const TRAM = union(without(BODY, union(WINDSCREEN, SIGN, LIGHTS)), PANTOGRAPH, RAILS);

/**
 * Draws the images of a pass, by file name. Drawing them avoids third-party artwork, and each size has crisp
 * edges.
 */
export function drawImages(background: Colour): ReadonlyMap<string, Buffer> {
  const images = new Map<string, Buffer>();
  for (const scale of [1, 2, 3]) {
    const suffix = scale === 1 ? '' : `@${scale}x`;
    // Wallet rounds the corners of the icon itself.
    images.set(`icon${suffix}.png`, draw(29 * scale, 0.86, background));
    images.set(`logo${suffix}.png`, draw(50 * scale, 1, undefined));
  }
  return images;
}

function draw(size: number, scale: number, background: Colour | undefined): Buffer {
  const pixels = Buffer.alloc(size * size * 4);
  const unit = 100 / size / scale;
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const distance = TRAM((x + 0.5 - size / 2) * unit + 50, (y + 0.5 - size / 2) * unit + 50);
      // Antialiasing: the opacity of an edge pixel follows from its distance to the edge.
      const cover = Math.min(1, Math.max(0, 0.5 - distance / unit));
      const pixel = background
        ? [...mix(background, WHITE, cover), 255]
        : [...WHITE, Math.round(cover * 255)];
      pixels.set(pixel, (y * size + x) * 4);
    }
  return encodePng(size, size, pixels);
}

function mix(under: Colour, over: Colour, cover: number): number[] {
  return under.map((value, index) => Math.round(value + ((over[index] ?? 0) - value) * cover));
}

function circle(centreX: number, centreY: number, radius: number): Shape {
  return (x, y) => Math.hypot(x - centreX, y - centreY) - radius;
}

function roundedBox(
  centreX: number,
  centreY: number,
  halfWidth: number,
  halfHeight: number,
  radius: number,
): Shape {
  return (x, y) => {
    const across = Math.abs(x - centreX) - halfWidth + radius;
    const down = Math.abs(y - centreY) - halfHeight + radius;
    return Math.hypot(Math.max(across, 0), Math.max(down, 0)) + Math.min(Math.max(across, down), 0) - radius;
  };
}

/** A line with round caps. */
function stroke(x1: number, y1: number, x2: number, y2: number, halfWidth: number): Shape {
  const [dx, dy] = [x2 - x1, y2 - y1];
  return (x, y) => {
    const along = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)));
    return Math.hypot(x - x1 - along * dx, y - y1 - along * dy) - halfWidth;
  };
}

function union(...shapes: Shape[]): Shape {
  return (x, y) => {
    let nearest = Number.POSITIVE_INFINITY;
    for (const shape of shapes) nearest = Math.min(nearest, shape(x, y));
    return nearest;
  };
}

function without(shape: Shape, hole: Shape): Shape {
  return (x, y) => Math.max(shape(x, y), -hole(x, y));
}
