import type { Setting } from './queries.ts';

/** The value as a field shows it; undefined if this page has no field for its type. */
export function fieldText({ value }: Pick<Setting, 'value'>): string | undefined {
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	return typeof value === 'number' ? String(value) : undefined;
}

/** The input as a setting value; undefined if invalid. */
export function typedValue({ fallback, bounds }: Pick<Setting, 'fallback' | 'bounds'>, text: string): boolean | number | undefined {
	if (typeof fallback === 'boolean') return text === 'on';
	if (!/^\d{1,9}$/.test(text)) return undefined;
	const number = Number(text);
	return bounds && (number < bounds.least || number > bounds.most) ? undefined : number;
}
