import type { Setting } from './queries.ts';

/** The value as a field shows it; undefined if this page has no field for its type. */
export function fieldText({ value }: Pick<Setting, 'value'>): string | undefined {
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	return typeof value === 'object' ? undefined : String(value);
}

/** The input as a setting value; undefined if invalid. */
export function typedValue(
	{ fallback, bounds }: Pick<Setting, 'fallback' | 'bounds'>,
	text: string,
): boolean | number | string | undefined {
	if (typeof fallback === 'boolean') return text === 'on';
	if (typeof fallback === 'string') return text.trim();
	if (!/^\d{1,9}$/.test(text)) return undefined;
	const number = Number(text);
	return bounds && (number < bounds.least || number > bounds.most) ? undefined : number;
}
