import type { UtcMs } from '@sw/domain/time/units';
import type { Provider } from '../provider.ts';
import { blockOfHours, type MentionCounter } from './mention-source.ts';

/**
 * A provider of prices together with others that count mentions. A counter that fails is left out with a warning as long as another one answers:
 * an hour is stored once, so that mentions of a source that comes back later than that are missing from it.
 */
export const withMentions = (provider: Provider, counters: readonly MentionCounter[], warn: (what: string) => void): Provider => {
	if (counters.length === 0) return provider;
	return {
		...provider,
		async mentions(from: UtcMs, to: UtcMs) {
			const tickers = await provider.universe(to);
			const ids = new Map(tickers.map((ticker) => [ticker.symbol, ticker.id]));
			const symbols = [...ids.keys()];
			const answers = await Promise.allSettled(counters.map((counter) => counter.hours(symbols, from, to)));
			const given = answers.flatMap((answer, i) => {
				const { source, name } = counters[i] as MentionCounter;
				if (answer.status === 'rejected') warn(`${name} has no mentions of the hours before ${new Date(to).toISOString()}. ${answer.reason instanceof Error ? answer.reason.message : ''}`); // biome-ignore format: one sentence
				return answer.status === 'fulfilled' && answer.value ? [{ source, hours: answer.value }] : [];
			});
			return given.length > 0 ? blockOfHours(given, (symbol) => ids.get(symbol)) : undefined;
		},
	};
};
