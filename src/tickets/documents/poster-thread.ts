import { type Poster, renderPoster } from './poster-pdf.ts';

/** Runs in a thread of the pool. */
export default async function makePoster({
  poster,
  isSpecimen,
}: {
  poster: Poster;
  isSpecimen: boolean;
}): Promise<Uint8Array> {
  return await renderPoster(poster, isSpecimen);
}
