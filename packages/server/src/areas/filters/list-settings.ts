import type { AnswerOf } from '@sw/contract/base/define';
import type { filters as calls } from '@sw/contract/filters/filters';
import type { CallerAccount } from '@sw/domain/access/caller';
import type { ChartSettings } from '@sw/domain/filters/personal';
import { notFound } from '../../platform/errors.ts';
import type { FiltersParts } from './filters.ts';
import { slotNames } from './present.ts';

type ListSettings = AnswerOf<(typeof calls)['listSettings']>;
type Settings = ListSettings['settings'][number]['settings'];

export function createListSettings({ records, now }: Pick<FiltersParts, 'records' | 'now'>) {
	const present = (kept: readonly ChartSettings[]): ListSettings => ({
		// Saved through the contract, so the shape is right.
		settings: kept.map(({ tab, strategy, settings }) => ({ tab, timeframes: slotNames(strategy), settings: settings as Settings })),
	});

	return {
		read: async ({ id: userId }: CallerAccount): Promise<ListSettings> => {
			const kept = await records.chartSettingsOf(userId);
			if (kept.length === 0) throw notFound('No settings found');
			return present(kept);
		},
		save: async ({ id: userId }: CallerAccount, given: readonly ChartSettings[]): Promise<ListSettings> => {
			await records.saveChartSettings(userId, given, now());
			return present(await records.chartSettingsOf(userId));
		},
		remove: ({ id: userId }: CallerAccount): Promise<void> => records.removeChartSettings(userId),
	};
}
