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
		const clean = cleanNumbers(list[i]);
		if (clean === list[i] || Number.isNaN(clean)) continue;
		changed ??= [...list];
		changed[i] = clean;
	}
	return changed ?? list;
}

function cleanFields(fields: object): object {
	let changed: Record<string, unknown> | undefined;
	for (const [key, value] of Object.entries(fields)) {
		const clean = cleanNumbers(value);
		if (clean === value || Number.isNaN(clean)) continue;
		changed ??= { ...fields };
		changed[key] = clean;
	}
	return changed ?? fields;
}
