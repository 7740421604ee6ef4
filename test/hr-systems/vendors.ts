import { bamboohr } from './bamboohr.ts';
import { hibob } from './hibob.ts';
import { httpsFile } from './https-file.ts';
import { kombo } from './kombo.ts';
import { personio } from './personio.ts';

/** The vendors that can be played: one file each. */
export const VENDORS = { personio, bamboohr, hibob, kombo, 'https-file': httpsFile } as const;
export type VendorName = keyof typeof VENDORS;

export function isVendorName(name: string): name is VendorName {
  return Object.hasOwn(VENDORS, name);
}
