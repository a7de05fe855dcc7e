import { cleanNumber } from '@sw/domain/statistics/clean-number';

/** Rounds each number of a JSON value for output (see cleanNumber). Returns the same object if nothing changes; never modifies its argument. */
export function cleanNumbers(json: unknown): unknown {
	if (typeof json === 'number') return cleanNumber(json);
	if (Array.isArray(json)) return cleanList(json);
	return typeof json === 'object' && json !== null && Object.getPrototypeOf(json) === Object.prototype ? cleanFields(json) : json;
}

function cleanList(list: readonly unknown[]): readonly unknown[] {
	let changed: unknown[] | undefined;
	for (let i = 0; i < list.length; i++) {
		const cleaned = cleanNumbers(list[i]);
		if (cleaned === list[i] || Number.isNaN(cleaned)) continue;
		changed ??= [...list];
		changed[i] = cleaned;
	}
	return changed ?? list;
}

function cleanFields(fields: object): object {
	let changed: Record<string, unknown> | undefined;
	for (const [key, value] of Object.entries(fields)) {
		const cleaned = cleanNumbers(value);
		if (cleaned === value || Number.isNaN(cleaned)) continue;
		changed ??= { ...fields };
		changed[key] = cleaned;
	}
	return changed ?? fields;
}
