import { expect, it } from 'vitest';
import { findSettings, isChanged } from './find-settings.ts';

const SETTINGS = [
	{ name: 'daily_gap_check', about: 'Finds missing bars.', editable: true },
	{ name: 'closures', about: 'Days without trading.', editable: true },
	{ name: 'backups_kept', about: 'The oldest is deleted.', editable: true },
	{ name: 'PORT', about: 'Port of the API.', editable: false },
];

function namesOf(search: string): string[] {
	return findSettings(SETTINGS, search, new Set(['backups_kept'])).map(({ name }) => name);
}

it('lists the named ones first, the others in their order', () => {
	expect(namesOf('')).toEqual(['backups_kept', 'daily_gap_check', 'closures', 'PORT']);
});

it('finds every word in the name, the name on screen or the description', () => {
	expect(namesOf('GAP missing')).toEqual(['daily_gap_check']);
	expect(namesOf('extra market')).toEqual(['closures']);
	expect(namesOf('port')).toEqual(['PORT']);
	expect(namesOf('port deleted')).toEqual([]);
});

it('compares a list by its entries', () => {
	const day = { date: '2026-12-24', type: 'full' as const, name: 'Closed' };
	expect(isChanged({ value: [], fallback: [] })).toBe(false);
	expect(isChanged({ value: [day], fallback: [] })).toBe(true);
	expect(isChanged({ value: 0, fallback: false })).toBe(true);
});
