/** How the tax-free benefit of a ticket is valued: docs/costs.md, "Tax-free amounts". */
export const TAX_FREE_BASES = ['nominal', '96-percent'] as const;
export type TaxFreeBasis = (typeof TAX_FREE_BASES)[number];

/** Whether payroll takes the shares of the deferred plan from the net pay, or the employee has converted gross salary. */
export const DEFERRED_SHARES = ['net', 'conversion'] as const;
export type DeferredShares = (typeof DEFERRED_SHARES)[number];
