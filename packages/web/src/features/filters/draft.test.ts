import { SECTORS } from '@sw/domain/signals/sector';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFilterSetting } from '../../testing/filters.ts';
import {
	columnsOf,
	copyDraft,
	createDraft,
	createListDraft,
	findBuiltInFilter,
	getDepth,
	isChanged,
	toDraft,
	toRequestBody,
	withDepth,
} from './draft.ts';

const setting = createFilterSetting({
	name: 'Busy calls',
	timeframes: ['one_hour', 'fifteen_minutes', 'thirty_minutes'],
	filters: [{ sector: 'volume', timeframe: 'one_hour', value: 3 }],
});

const sector = fc.constantFrom(...SECTORS.map(({ key }) => key));
const timeframe = fc.constantFrom(...TIMEFRAMES.map(({ name }) => name));

describe('a filter being edited', () => {
	it('holds what was set last in each cell, and no condition of value 0', () => {
		fc.assert(
			fc.property(fc.array(fc.tuple(sector, timeframe, fc.integer({ min: 0, max: 5 })), { maxLength: 20 }), (steps) => {
				const draft = steps.reduce((d, [s, t, value]) => withDepth(d, s, t, value), createDraft('free', 'first'));
				const last = new Map(steps.map(([s, t, value]) => [`${s} ${t}`, value]));
				for (const [s, t] of steps) expect(getDepth(draft, s, t)).toBe(last.get(`${s} ${t}`));
				expect(draft.entries.every(({ value }) => value >= 1 && value <= 5)).toBe(true);
			}),
		);
	});

	it('begins again at 0 after 5, and goes no lower than 0', () => {
		const draft = withDepth(createDraft('free', 'first'), 'volume', 'day', 5);
		expect(getDepth(withDepth(draft, 'volume', 'day', 6), 'volume', 'day')).toBe(0);
		expect(getDepth(withDepth(draft, 'volume', 'day', -1), 'volume', 'day')).toBe(0);
	});

	it('starts with the columns of its strategy and adds those in use, or all', () => {
		expect(columnsOf(createDraft('free', 'first'), false)).toEqual(['fifteen_minutes', 'one_hour']);
		expect(columnsOf(createDraft('free', 'second'), false)).toEqual(['four_hours']);
		expect(columnsOf(createDraft('free', 'third'), false)).toEqual(['day']);
		expect(columnsOf(withDepth(createDraft('free', 'third'), 'volume', 'thirty_minutes', 1), false)).toEqual(['thirty_minutes', 'day']);
		expect(columnsOf(createDraft('free', 'second'), true)).toEqual(['fifteen_minutes', 'one_hour', 'four_hours', 'day']);
	});

	it('knows whether saving would change anything', () => {
		expect(isChanged(toDraft(setting), setting)).toBe(false);
		expect(isChanged({ ...toDraft(setting), name: 'Other' }, setting)).toBe(true);
		expect(isChanged(createDraft('free', 'first'), undefined)).toBe(true);
		expect(toRequestBody({ ...toDraft(setting), name: '  Busy  ' }).name).toBe('Busy');
	});

	it('holds public information apart from its groups, and saves it with them as version 2', () => {
		const volume = { sector: 'volume', timeframe: 'day', value: 2 } as const;
		const informed = { ...toDraft(setting), information: 'without' } as const;
		const groups = [{ match: 'all', filters: [{ information: 'without' }], groups: [] }];
		expect(toRequestBody(informed)).toMatchObject({ version: 2, filters: setting.filters, groups });
		expect(isChanged(informed, setting)).toBe(true);
		const any = { match: 'any', filters: [{ information: 'with' }, volume], groups: [] } as const;
		const both = [
			{ match: 'all', filters: [{ information: 'known' }, { measure: 'price', from: 10, to: null }], groups: [] },
			any,
		] as const;
		const saved = createFilterSetting({ version: 2, groups: JSON.parse(JSON.stringify(both)) });
		expect(toDraft(saved)).toMatchObject({
			information: 'known',
			groups: [{ match: 'all', filters: [{ measure: 'price', from: 10, to: null }], groups: [] }, any],
		});
		expect(isChanged(toDraft(saved), saved)).toBe(false);
		expect(toRequestBody({ ...toDraft(saved), information: undefined, groups: [] })).toMatchObject({ version: 2, groups: [] });
		const conditions = { name: '', entries: [], groups: 'all(information.with)' };
		expect(createListDraft({ tab: 'free', strategy: 'first', operation: 'short', unsaved: conditions })).toMatchObject({
			information: 'with',
			groups: [],
		});
	});

	it('can start with the built-in filter of its tab and timeframes, but not on the free tab', () => {
		const builtIn = { ...setting, is_branded: true };
		expect(findBuiltInFilter([setting, builtIn], createDraft('extreme_rise', 'first'))).toBe(builtIn);
		expect(findBuiltInFilter([builtIn], createDraft('extreme_rise', 'second'))).toBeUndefined();
		expect(findBuiltInFilter([{ ...builtIn, tab: 'free' }], createDraft('free', 'first'))).toBeUndefined();
	});

	it('copies a built-in filter into an unnamed one of its own', () => {
		expect(copyDraft(toDraft({ ...setting, is_branded: true }))).toMatchObject({
			id: undefined,
			branded: false,
			name: '',
			entries: setting.filters,
		});
	});
});
