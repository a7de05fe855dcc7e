import type { InputOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { type AppliedValues, applyToAll } from '@sw/domain/filters/apply-to-all';
import { hasSameConditions } from '@sw/domain/filters/filter-record';
import { copyGroups } from '@sw/domain/filters/groups';
import { strategyOf } from '@sw/domain/time/timeframe';
import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import type { FilterSetting } from '../../entities/filters/saved-filters.ts';
import { snack } from '../../ui/snackbars/snack.ts';
import { applyWords, words } from './words.ts';

type FilterBody = InputOf<Contract['filters']['changeFilter']>['body'];
interface FilterWrite {
	id: number;
	body: FilterBody;
}

export const NOTHING_APPLIED: AppliedValues = { timeframe: undefined, price: undefined, difference: undefined };

/** Finds the reader's own filters that would change, each with the previous and the new content. Built-in filters stay unchanged. */
export function findChangedFilters(items: readonly FilterSetting[], applied: AppliedValues): { before: FilterWrite; after: FilterWrite }[] {
	return items.flatMap((setting) => {
		if (setting.is_branded) return [];
		const content = toFilterContent(setting);
		const newContent = applyToAll(content, applied);
		if (hasSameConditions(content, newContent)) return [];
		const previousBody = toFilterBody(setting);
		const groups = copyGroups(newContent.groups);
		return [
			{
				before: { id: setting.id, body: previousBody },
				after: { id: setting.id, body: { ...previousBody, filters: [...newContent.entries], groups, operation: newContent.operation } },
			},
		];
	});
}

function toFilterBody({ version, tab, timeframes, filters, groups, name, operation, comment }: FilterSetting): FilterBody {
	return {
		version,
		tab,
		timeframes: [...timeframes],
		filters: filters.map(({ sector, timeframe, value }) => ({ sector, timeframe, value })),
		groups,
		name,
		operation,
		comment,
	};
}

function toFilterContent({ tab, timeframes, operation, filters, groups }: FilterSetting) {
	return {
		tab,
		strategy: strategyOf(timeframes)?.name ?? 'first',
		operation,
		entries: filters,
		groups,
	};
}

/** Keys of the queries whose answers depend on the conditions of filters. */
const DEPENDENT_QUERIES = [
	['filters', 'list'],
	['filters', 'matches'],
	['signals', 'list'],
	['signals', 'place'],
] as const;

export function useApply(items: readonly FilterSetting[]) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const [applied, choose] = useState(NOTHING_APPLIED);
	const [busy, setBusy] = useState(false);
	/** The filters before the last action. Undo saves them. */
	const [undoWrites, setUndoWrites] = useState<readonly FilterWrite[]>([]);
	const changes = findChangedFilters(items, applied);

	/** Saves filters one after another and stops at the first failure. Resolves to the number of saved filters. */
	const saveFilters = async (writes: readonly FilterWrite[]): Promise<number> => {
		setBusy(true);
		let savedCount = 0;
		try {
			for (const { id, body } of writes) {
				await api.filters.changeFilter({ params: { id }, body });
				savedCount++;
			}
		} catch {
			snack.error(words.updateFailed, applyWords.stopped(savedCount, writes.length));
		}
		await Promise.all(DEPENDENT_QUERIES.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
		setBusy(false);
		return savedCount;
	};

	const undo = async (previousWrites: readonly FilterWrite[]): Promise<void> => {
		setUndoWrites([]);
		const savedCount = await saveFilters(previousWrites);
		if (savedCount < previousWrites.length) setUndoWrites(previousWrites.slice(savedCount));
		if (savedCount > 0) snack.info(applyWords.title, applyWords.undone(savedCount));
	};

	return {
		applied,
		choose,
		busy,
		changeCount: changes.length,
		apply: async (): Promise<void> => {
			const offerUndo = snack.begin();
			const savedCount = await saveFilters(changes.map(({ after }) => after));
			const previousWrites = changes.slice(0, savedCount).map((change) => change.before);
			if (savedCount === 0) return;
			setUndoWrites(previousWrites);
			offerUndo(applyWords.title, applyWords.applied(savedCount), applyWords.undo, () => void undo(previousWrites));
		},
		/** undefined if there is nothing to undo. */
		undo: undoWrites.length > 0 ? () => void undo(undoWrites) : undefined,
	};
}
