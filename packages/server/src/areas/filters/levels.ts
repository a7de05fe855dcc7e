import type { AnswerOf } from '@sw/contract/base/define';
import type { levelCalls } from '@sw/contract/filters/levels';
import type { CallerAccount } from '@sw/domain/access/caller';
import { splitRatio } from '@sw/domain/prices/adjust';
import { afterSplits, LEVELS_OF_TICKER, type Level, type LevelPoint, TICKERS_WITH_LEVELS, tooManyTickers } from '@sw/domain/prices/level';
import type { Split } from '@sw/domain/prices/ticker';
import { isoSeconds } from '@sw/domain/time/format';
import { type ExchangeDate, SECOND, type TickerId } from '@sw/domain/time/units';
import { malformed } from '../../platform/errors.ts';
import { unknownTicker } from '../../platform/unknown-values.ts';
import type { FiltersParts } from './filters.ts';
import type { FreezingParts } from './freezing.ts';

type TickerLevels = AnswerOf<(typeof levelCalls)['levels']>;

export interface LevelsParts extends Pick<FiltersParts, 'records' | 'now'>, Pick<FreezingParts, 'isTicker'> {
	/** The market's current day, whose share basis charts use. */
	marketDay: () => ExchangeDate;
	splits: (id: TickerId) => Promise<readonly Split[]>;
}

/** Price levels that users draw into charts. */
export function createLevels({ records, now, isTicker, marketDay, splits }: LevelsParts) {
	const known = (id: TickerId): void => {
		if (!isTicker(id)) throw unknownTicker('id');
	};
	return {
		read: async ({ id: userId }: CallerAccount, id: TickerId): Promise<TickerLevels> => {
			known(id);
			const kept = await records.levelsOf(userId, id);
			if (!kept) return present(id, []);
			const ratio = splitRatio(await splits(id), kept.basis, marketDay());
			return present(
				id,
				kept.levels.map((level) => afterSplits(level, ratio)),
			);
		},
		/** Times of the input are UTC milliseconds. */
		save: async ({ id: userId }: CallerAccount, id: TickerId, newLevels: readonly Level[]): Promise<TickerLevels> => {
			known(id);
			const levels = newLevels.map((level) => each(level, ({ time, price }) => ({ time: Math.floor(time / SECOND), price })));
			const kept = await records.saveLevels(userId, id, { levels, basis: marketDay() }, { allowed: TICKERS_WITH_LEVELS, now: now() });
			if (!kept) throw malformed('items', tooManyTickers);
			return present(id, levels);
		},
	};
}

function present(id: TickerId, levels: readonly Level[]): TickerLevels {
	return {
		ticker_id: id,
		items: levels.map((level) =>
			level.kind === 'line' ? level : { kind: level.kind, from: presentPoint(level.from), to: presentPoint(level.to) },
		),
		allowed: LEVELS_OF_TICKER,
	};
}

function presentPoint({ time, price }: LevelPoint) {
	return { time: isoSeconds(time * SECOND), price };
}

function each(level: Level, change: (point: LevelPoint) => LevelPoint): Level {
	return level.kind === 'line' ? level : { ...level, from: change(level.from), to: change(level.to) };
}
