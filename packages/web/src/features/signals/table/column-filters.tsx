import { groupsText, isSoundRange, readGroups } from '@sw/domain/filters/group-text';
import { type FilterGroup, isRange, MEASURES, type RangeTest } from '@sw/domain/filters/groups';
import { useState } from 'react';
import { isOpenRange, RangeBounds } from '../../../entities/filters/range-bounds.tsx';
import { rangeWords } from '../../../entities/filters/range-words.ts';
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

/** Ranges of the numeric columns, as a group of the filter in the list's address. */
export function ColumnFilters({ state, go, close }: Props) {
	const { ranges, rest } = splitRanges(state);
	const [typed, setTyped] = useState(ranges);
	if (state.filter !== undefined) return <p className={css['quiet']}>{words.rangesSaved}</p>;
	const isSound = typed.every((range) => isOpenRange(range) || isSoundRange(range));
	const show = (next: readonly RangeTest[]): void => {
		go(withRanges(state, next, rest));
		close();
	};
	return (
		<form
			className={css['menu']}
			onSubmit={(event) => {
				event.preventDefault();
				if (isSound) show(typed);
			}}
		>
			{typed.map((range) => (
				<fieldset key={range.measure} className={css['range']}>
					<legend>{rangeWords.measures[range.measure]}</legend>
					<RangeBounds range={range} change={(next) => setTyped(typed.map((one) => (one.measure === next.measure ? next : one)))} />
				</fieldset>
			))}
			<div className={css['applies']}>
				<button type="submit" className={primaryClass} disabled={!isSound}>
					{words.applyRanges}
				</button>
				<button type="button" className={buttonClass} onClick={() => show([])}>
					{words.clearRanges}
				</button>
			</div>
		</form>
	);
}

interface Split {
	/** One of each measure, open where there is none. */
	ranges: readonly RangeTest[];
	/** The other groups. */
	rest: readonly FilterGroup[];
}

function splitRanges({ asked }: ListState): Split {
	const groups = asked?.groups === undefined ? [] : (readGroups(asked.groups) ?? []);
	const own = groups.find(isOfRanges);
	const found = own?.filters.filter(isRange) ?? [];
	return {
		ranges: MEASURES.map(({ name }) => found.find(({ measure }) => measure === name) ?? { measure: name, from: null, to: null }),
		rest: groups.filter((group) => group !== own),
	};
}

/** Whether a group is one that this form can show: all of it are ranges, each measure once. */
function isOfRanges({ match, filters, groups }: FilterGroup): boolean {
	const measures = new Set(filters.map((test) => (isRange(test) ? test.measure : undefined)));
	return match === 'all' && groups.length === 0 && !measures.has(undefined) && measures.size === filters.length;
}

function withRanges(state: ListState, ranges: readonly RangeTest[], rest: readonly FilterGroup[]): ListState {
	const filters = ranges.filter((range) => !isOpenRange(range));
	const groups = filters.length === 0 ? rest : [{ match: 'all' as const, filters, groups: [] }, ...rest];
	const { name = '', entries = [] } = state.asked ?? {};
	const asked =
		groups.length + entries.length === 0 ? undefined : { name, entries, ...(groups.length > 0 && { groups: groupsText(groups) }) };
	return { ...state, asked, page: 1 };
}
