import type { Setting } from './queries.ts';

/** As a field shows it; undefined where this page has no field for its kind. */
export const fieldText = ({ value }: Pick<Setting, 'value'>): string | undefined => {
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	return typeof value === 'number' ? String(value) : undefined;
};

/** What was typed as the setting takes it; undefined where it may not be. */
export const typedValue = ({ fallback, bounds }: Pick<Setting, 'fallback' | 'bounds'>, text: string): boolean | number | undefined => {
	if (typeof fallback === 'boolean') return text === 'on';
	if (!/^\d{1,9}$/.test(text)) return undefined;
	const number = Number(text);
	return bounds && (number < bounds.least || number > bounds.most) ? undefined : number;
};
