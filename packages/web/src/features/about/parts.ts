/** Parts of a wheel, in the order in which they are explained. */
export const PARTS = ['slices', 'rings', 'shade', 'colour', 'number', 'dashed'] as const;
export type Part = (typeof PARTS)[number];
