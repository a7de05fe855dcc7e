import type { Caller } from '@sw/domain/access/caller';
import { normalizeSymbol } from '@sw/domain/prices/symbol';
import type { Dividend, Split } from '@sw/domain/prices/ticker';
import type { TickerId } from '@sw/domain/time/units';
import type { Command, PrintLine } from '../../../platform/control/socket.ts';
import { malformed, Problem } from '../../../platform/errors.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import type { ActionsRequest, TickersRequest } from './data-request.ts';
import type { createCorrectionsHandlers, createTickerChangeHandlers } from './handlers.ts';
import type { CorrectionsParts } from './ports.ts';

export interface DataCommandParts extends Pick<CorrectionsParts, 'tickerOf' | 'tickerNamed'> {
	readonly corrections: Pick<ReturnType<typeof createCorrectionsHandlers>, 'corporateActions' | 'splits'>;
	readonly tickerChanges: ReturnType<typeof createTickerChangeHandlers>;
	/** Current splits, oldest first. */
	readonly splits: () => Promise<readonly Split[]>;
	readonly dividends: () => Promise<readonly Dividend[]>;
	/** Passes the job's output lines on, and resolves with the job when it has ended. */
	follow(id: string, follower: { line(line: string): void }): Promise<Pick<Job, 'state' | 'error'>>;
}

/** The caller of all commands: only the server's own system user can open the control socket. */
const COMMAND_CALLER: Caller = { ipBucket: 'command line', account: null };

/** Runs `signalwheel actions` and `signalwheel tickers` in the server process, through the same handlers as the API calls. */
export function createDataCommands(parts: DataCommandParts): Readonly<Record<'actions' | 'tickers', Command>> {
	const { corrections, tickerChanges, tickerOf } = parts;
	const requireTickerId = (symbol: string): TickerId => {
		const normalized = normalizeSymbol(symbol);
		const id = normalized === undefined ? undefined : parts.tickerNamed(normalized);
		if (id === undefined) throw malformed('ticker', `There is no ticker '${symbol}'.`);
		return id;
	};
	const symbolOf = (id: TickerId): string => tickerOf(id)?.symbol ?? String(id);
	const waitForJob = async (job: { readonly id: string }, print: PrintLine, successText: string): Promise<number> => {
		const { state, error } = await parts.follow(job.id, { line: print });
		print(state === 'done' ? successText : (error ?? 'Canceled.'));
		return state === 'done' ? 0 : 1;
	};

	const list = async (symbol: string | undefined, print: PrintLine): Promise<number> => {
		const requestedId = symbol === undefined ? undefined : requireTickerId(symbol);
		const rows = [
			// A ratio of 1 marks a price jump that was dismissed as no split.
			...(await parts.splits()).flatMap(({ tickerId, date, ratio }) =>
				ratio === 1 ? [] : [{ tickerId, date, type: 'split', value: ratio }],
			),
			...(await parts.dividends()).map(({ tickerId, exDate, amount }) => ({ tickerId, date: exDate, type: 'dividend', value: amount })),
		].filter(({ tickerId }) => requestedId === undefined || tickerId === requestedId);
		rows.sort((a, b) => a.date.localeCompare(b.date) || symbolOf(a.tickerId).localeCompare(symbolOf(b.tickerId)));
		if (rows.length > 0) print('ticker,date,type,value');
		for (const { tickerId, date, type, value } of rows) print(`${symbolOf(tickerId)},${date},${type},${value}`);
		if (rows.length === 0) print('No splits or dividends are recorded.');
		return rows.length > 0 ? 0 : 1;
	};
	const apply = async (csv: string, dryRun: boolean, print: PrintLine): Promise<number> => {
		const { rows, accepted, refused, job } = await corrections.corporateActions(createCall({ body: { csv, dry_run: dryRun } }));
		for (const { line, ticker, reason } of rows) if (reason !== null) print(`line ${line}, ${ticker}: ${reason}`);
		for (const { ticker, date, type, value, replaces } of rows.filter(({ reason }) => reason === null))
			print(`${ticker},${date},${type},${value}${replaces === null ? '' : ` (replaces ${replaces})`}`);
		const counts = `${accepted} accepted, ${refused} refused`;
		if (!job) print(dryRun ? `${counts}. Dry run: nothing was applied.` : `${counts}. Nothing was applied.`);
		const exitCode = job ? await waitForJob(job, print, `${counts}. Applied; the affected reports were rebuilt.`) : 0;
		return refused > 0 ? 1 : exitCode;
	};
	const revoke = async (symbol: string, date: string, print: PrintLine): Promise<number> => {
		const id = requireTickerId(symbol);
		const isRecorded = (await parts.splits()).some((split) => split.tickerId === id && split.date === date);
		if (!isRecorded) throw malformed('date', `No split of ${symbolOf(id)} is recorded on ${date}; 'actions list' shows those that are.`);
		const body = { apply: [], revoke: [{ ticker_id: id, date }], dismiss: [] };
		return waitForJob(await corrections.splits(createCall({ body })), print, 'Revoked; the affected reports were rebuilt.');
	};
	const remove = async (symbol: string, isSure: boolean, print: PrintLine): Promise<number> => {
		const id = requireTickerId(symbol);
		const tickerSymbol = symbolOf(id);
		if (!isSure) {
			print(
				`This removes ${tickerSymbol} with its rows, splits, dividends and users' entries, and rebuilds its reports. It can't be undone.`,
			);
			print('Nothing was removed. Add --yes to remove it.');
			return 1;
		}
		return waitForJob(
			await tickerChanges.removeTicker(createCall({ params: { id }, body: { confirm: tickerSymbol } })),
			print,
			`${tickerSymbol} was removed.`,
		);
	};

	return {
		actions: printRefusals(async (request: ActionsRequest, print) => {
			if (request.verb === 'list') return list(request.ticker, print);
			if (request.verb === 'apply') return apply(request.csv, request.dryRun, print);
			return revoke(request.ticker, request.date, print);
		}),
		tickers: printRefusals(async (request: TickersRequest, print) => {
			if (request.verb === 'remove') return remove(request.ticker, request.isSure, print);
			const { from, to, date } = request;
			return waitForJob(
				await tickerChanges.renameTicker(createCall({ body: { from, to, date } })),
				print,
				`From ${date} on, ${from} is ${to}.`,
			);
		}),
	};
}

/** Builds a call with only the given parts, for handlers that read nothing else. */
function createCall<C extends { caller: Caller; request: unknown }>(parts: Omit<C, 'caller' | 'request'>): C {
	return { caller: COMMAND_CALLER, ...parts } as C;
}

/** Prints a refusal instead of throwing it, with exit code 1. */
function printRefusals<R>(run: (request: R, print: PrintLine) => Promise<number>): Command {
	return async ([json = '{}'], print) => {
		try {
			return await run(JSON.parse(json) as R, print);
		} catch (error) {
			if (!(error instanceof Problem)) throw error;
			print(error.detail);
			return 1;
		}
	};
}
