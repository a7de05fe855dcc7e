import { screenDates } from '../../lib/format/screen-dates.ts';
import { etDateTime } from '../../lib/format/times.ts';

/** Instants that jobs store as numbers. */
const INSTANTS = new Set(['close', 'report']);

/** Items of a list that are named; a file of splits has up to 2,000. */
const NAMED = 5;

function textOf(value: unknown): string {
	if (Array.isArray(value)) {
		const more = value.length > NAMED ? [`and ${value.length - NAMED} more`] : [];
		return [...value.slice(0, NAMED).map(textOf), ...more].join('; ');
	}
	if (value !== null && typeof value === 'object') return requestText(value as Record<string, unknown>);
	return typeof value === 'string' ? screenDates(value) : String(value);
}

/** A job's request as text: '06/01/2026 to 06/03/2026'. '' if it covers everything. */
export function requestText({ from, to, ...otherFields }: Readonly<Record<string, unknown>>): string {
	const span =
		from === undefined
			? to === undefined
				? ''
				: `to ${textOf(to)}`
			: to === undefined
				? `from ${textOf(from)}`
				: `${textOf(from)} to ${textOf(to)}`;
	const rest = Object.entries(otherFields)
		.filter(([key, value]) => key !== 'fetch' && textOf(value) !== '')
		.map(([key, value]) => {
			if (key === 'date') return textOf(value);
			return `${key.replaceAll('_', ' ')} ${INSTANTS.has(key) ? etDateTime(Number(value)) : textOf(value)}`;
		});
	return [span, ...rest].filter((part) => part !== '').join(', ');
}
