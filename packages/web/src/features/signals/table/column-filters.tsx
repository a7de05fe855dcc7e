import { formatGroups, isValidRange, readGroups } from '@sw/domain/filters/group-text';
import { type FilterGroup, isIndustry, isRange, MEASURES, type RangeTest } from '@sw/domain/filters/groups';
import { useState } from 'react';
import { IndustrySelect } from '../../../entities/filters/industry-select.tsx';
import { isOpenRange, RangeBounds } from '../../../entities/filters/range-bounds.tsx';
import { industryWords, rangeWords } from '../../../entities/filters/range-words.ts';
import type { ListState } from '../../../entities/list-state/state.ts';
import { buttonClass } from '../../../ui/button.ts';
import { primaryClass } from '../../../ui/primary.ts';
import css from './list-table.module.css';
import { tableWords as words } from './table-words.ts';

interface Props {
	state: ListState;
	go: (state: ListState) => void;
	close: () => void;
}

/** Shows a form for ranges of the numeric columns and for an industry. Its tests become a group of the unsaved filter in the list's URL. */
export function ColumnFilters({ state, go, close }: Props) {
	const { ranges, industry, remaining } = splitGroups(state);
	const [editedRanges, setEditedRanges] = useState(ranges);
	const [selectedIndustry, setSelectedIndustry] = useState(industry);
	if (state.filter !== undefined) return <p className={css['quiet']}>{words.rangesSaved}</p>;
	const isValid = editedRanges.every((range) => isOpenRange(range) || isValidRange(range));
	const applyTests = (newTests: ColumnTests): void => {
		go(withTests(state, newTests, remaining));
		close();
	};
	return (
		<form
			className={css['menu']}
			onSubmit={(event) => {
				event.preventDefault();
				if (isValid) applyTests({ ranges: editedRanges, industry: selectedIndustry });
			}}
		>
			{editedRanges.map((range) => (
				<fieldset key={range.measure} className={css['range']}>
					<legend>{rangeWords.measures[range.measure]}</legend>
					<RangeBounds
						range={range}
						onChange={(newRange) =>
							setEditedRanges(editedRanges.map((oldRange) => (oldRange.measure === newRange.measure ? newRange : oldRange)))
						}
					/>
				</fieldset>
			))}
			<fieldset className={css['range']}>
				<legend>{industryWords.industry}</legend>
				<IndustrySelect value={selectedIndustry} none={industryWords.any} change={setSelectedIndustry} />
			</fieldset>
			<div className={css['applies']}>
				<button type="submit" className={primaryClass} disabled={!isValid}>
					{words.applyRanges}
				</button>
				<button type="button" className={buttonClass} onClick={() => applyTests({ ranges: [], industry: '' })}>
					{words.clearRanges}
				</button>
			</div>
		</form>
	);
}

interface ColumnTests {
	/** A range for each measure of the list; measures without a bound have an open range. */
	ranges: readonly RangeTest[];
	/** Empty: any industry. */
	industry: string;
}

/** Splits the groups in the URL into the tests of this form and the remaining groups. */
function splitGroups({ unsaved, tab }: ListState): ColumnTests & { remaining: readonly FilterGroup[] } {
	const groups = unsaved?.groups === undefined ? [] : (readGroups(unsaved.groups) ?? []);
	const columnGroup = groups.find(isColumnGroup);
	const columnRanges = columnGroup?.filters.filter(isRange) ?? [];
	return {
		ranges: MEASURES.flatMap(({ name }): RangeTest[] => {
			const range = columnRanges.find(({ measure }) => measure === name);
			// The free list always has every ticker, so the time in the list isn't measured.
			return range ? [range] : name === 'minutes_in_list' && tab === 'free' ? [] : [{ measure: name, from: null, to: null }];
		}),
		industry: columnGroup?.filters.find(isIndustry)?.industry ?? '',
		remaining: groups.filter((group) => group !== columnGroup),
	};
}

/** Returns whether this form can show a group: only ranges and industries, with at most one range for each measure and at most one industry. */
function isColumnGroup({ match, filters, groups }: FilterGroup): boolean {
	const columns = new Set(filters.map((test) => (isRange(test) ? test.measure : isIndustry(test) ? 'industry' : undefined)));
	return match === 'all' && groups.length === 0 && !columns.has(undefined) && columns.size === filters.length;
}

function withTests(state: ListState, { ranges, industry }: ColumnTests, remaining: readonly FilterGroup[]): ListState {
	const filters = [...(industry === '' ? [] : [{ industry }]), ...ranges.filter((range) => !isOpenRange(range))];
	const groups = filters.length === 0 ? remaining : [{ match: 'all' as const, filters, groups: [] }, ...remaining];
	const { name = '', entries = [] } = state.unsaved ?? {};
	const unsaved =
		groups.length + entries.length === 0 ? undefined : { name, entries, ...(groups.length > 0 && { groups: formatGroups(groups) }) };
	return { ...state, unsaved, page: 1 };
}
