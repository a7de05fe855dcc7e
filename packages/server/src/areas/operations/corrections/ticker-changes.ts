import type { tickerChangeCalls } from '@sw/contract/operations/ticker-changes';
import { normalSymbol } from '@sw/domain/prices/symbol';
import type { ExchangeDate, TickerId } from '@sw/domain/time/units';
import { malformed, Problem } from '../../../platform/errors.ts';
import { unknownTicker } from '../../../platform/unknown-values.ts';
import type { Handlers } from '../../handlers.ts';
import { presentJob } from '../../present-job.ts';
import { type CorrectionFacts, createCorrectionRules } from './correction-rules.ts';
import type { CorrectionsParts } from './ports.ts';

export interface TickerChangeParts
	extends Pick<CorrectionsParts, 'submit' | 'tickerOf' | 'tickerNamed' | 'calendar' | 'now' | 'audit' | 'nameOf'> {
	/** Why tickers can't be changed here; undefined where they can. */
	whyNoTickerChange(): string | undefined;
	/** The first date of which both tickers have rows. */
	sharedDate(one: TickerId, other: TickerId): Promise<ExchangeDate | undefined>;
}

const NO_REPORTS: Pick<CorrectionFacts, 'slotsBetween' | 'whyNoFetch'> = { slotsBetween: () => [], whyNoFetch: () => undefined };

export function tickerChangeHandlers(parts: TickerChangeParts) {
	const { submit, tickerOf, tickerNamed, sharedDate, audit, nameOf } = parts;
	const rules = createCorrectionRules({ ...NO_REPORTS, ...parts });
	const checkChangeable = (): void => {
		const refusal = parts.whyNoTickerChange();
		if (refusal !== undefined) throw new Problem('conflict', { detail: refusal });
	};
	const symbolIn = (field: string, text: string): string => {
		const symbol = normalSymbol(text);
		if (symbol === undefined) throw malformed(field, `'${text}' isn't a valid symbol.`);
		return symbol;
	};

	return {
		removeTicker: async ({ params: { id }, body, caller }) => {
			const ticker = tickerOf(id as TickerId);
			if (!ticker) throw unknownTicker('id', 404, [id]);
			checkChangeable();
			if (body.confirm !== ticker.symbol) throw malformed('confirm', `To confirm, send the ticker's symbol: ${ticker.symbol}.`);
			const request = { ticker_id: id, ticker: ticker.symbol };
			const job = await submit('remove_ticker', request, await nameOf(caller));
			await audit(caller, 'ticker.remove', ticker.symbol, { ticker_id: id, job: job.id });
			return presentJob(job);
		},
		renameTicker: async ({ body: { date, ...symbols }, caller }) => {
			const [from, to] = [symbolIn('from', symbols.from), symbolIn('to', symbols.to)];
			if (from === to) throw malformed('to', 'The new symbol must differ from the old one.');
			rules.checkEffective('date', date, 'the new symbol begins with a session');
			const [old, kept] = [tickerNamed(from), tickerNamed(to)];
			if (old === undefined && kept === undefined) throw unknownTicker('from', 400, [from, to]);
			checkChangeable();
			const shared = old !== undefined && kept !== undefined ? await sharedDate(old, kept) : undefined;
			if (shared !== undefined)
				throw new Problem('conflict', {
					detail: `${from} and ${to} both have rows of ${shared}: they are two companies, or one was imported twice. Undo the wrong import, or remove one ticker.`,
				});
			const job = await submit('rename_ticker', { from, to, date }, await nameOf(caller));
			await audit(caller, 'ticker.rename', from, { to, date, job: job.id });
			return presentJob(job);
		},
	} satisfies Handlers<typeof tickerChangeCalls>;
}
