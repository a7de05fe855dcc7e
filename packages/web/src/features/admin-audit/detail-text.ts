import { adminWords } from '../../entities/administration/words.ts';
import { screenDates } from '../../lib/format/screen-dates.ts';

type Detail = Readonly<Record<string, unknown>>;

/** The change as text: 'license: premium → pro, role: user → admin'. A pair is before and after; any other list is a list. */
export function detailText(detail: Detail): string {
	return Object.entries(detail)
		.map(([key, value]) => `${key}: ${Array.isArray(value) && value.length === 2 ? value.map(textOf).join(' → ') : textOf(value)}`)
		.join(', ');
}

function textOf(value: unknown): string {
	if (value === null || value === undefined || value === '') return adminWords.none;
	if (Array.isArray(value)) return value.length === 0 ? adminWords.none : value.map(textOf).join('; ');
	if (typeof value !== 'object') return typeof value === 'string' ? screenDates(value) : String(value);
	return Object.entries(value)
		.map(([key, one]) => `${key} ${textOf(one)}`)
		.join(', ');
}
