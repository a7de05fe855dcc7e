import type { correctionCalls, tickerChangeCalls } from '@sw/contract/operations/corrections';
import type { Caller } from '@sw/domain/access/caller';
import { type ActionRow, actionTableError, readActionRows } from '@sw/domain/prices/action-rows';
import type { QuarantinedTicker } from '@sw/domain/prices/quarantine';
import { normalizeSymbol } from '@sw/domain/prices/symbol';
import type { DatedSlot } from '@sw/domain/reports/timetable';
import { isoSeconds } from '@sw/domain/time/format';
import { type ExchangeDate, exchangeDate, type TickerId } from '@sw/domain/time/units';
import { newYorkDate, newYorkMinute } from '@sw/domain/time/zone';
import { roundPrice } from '../../../market/window/price-series.ts';
import { malformed, notFound, Problem, unknownTicker } from '../../../platform/errors.ts';
import type { JsonObject } from '../../../platform/jobs/definition.ts';
import type { Handlers } from '../../handlers.ts';
import { presentJob } from '../../present-job.ts';
import { type CorrectionFacts, createCorrectionRules } from './correction-rules.ts';
import type { CorrectionKind, CorrectionsParts } from './ports.ts';

/** Maximum different schedules listed in an audit entry. Even a span of years rarely has more. */
const MAX_LISTED_SCHEDULES = 4;

/** Maximum days per request, about ten years. A longer span is probably a typing mistake. */
const MAX_DAYS = 3_700;

export function createCorrectionsHandlers(parts: CorrectionsParts) {
	const { submit, timetable, audit } = parts;
	const rules = createCorrectionRules({ ...parts, slotsBetween: timetable.between });

	const submitJob = async (caller: Caller, kind: CorrectionKind, request: JsonObject): Promise<ReturnType<typeof presentJob>> => {
		const job = await submit(kind, request, await parts.emailOf(caller));
		await audit(caller, `correction.${kind}`, `job ${job.id}`, request);
		return presentJob(job);
	};

	const presentQuarantined = ({ tickerId, jump }: QuarantinedTicker) => ({
		ticker: parts.tickerOf(tickerId)?.symbol ?? '',
		ticker_id: tickerId,
		name: parts.tickerOf(tickerId)?.name ?? '',
		date: jump?.date ?? null,
		at: jump?.time === undefined ? null : isoSeconds(jump.time),
		reason: describeJump(jump),
		before: jump ? roundPrice(jump.before) : null,
		after: jump ? roundPrice(jump.after) : null,
		candidates: [...(jump?.candidates ?? [])],
	});

	const writeSlots = async (
		caller: Caller,
		action: 'fill' | 'reset',
		{ from, to, slots }: { from: string; to: string; slots?: Parameters<CorrectionsParts['timetable']['fill']>[2] | undefined },
	) => {
		const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
		if (days > MAX_DAYS) throw malformed('to', `At most ${MAX_DAYS} days.`);
		rules.checkOpen({ from, to });
		const span = [exchangeDate(from), exchangeDate(to)] as const;
		const slotsBefore = formatTimetable(timetable.between(...span));
		const writtenCount = await (action === 'fill' ? timetable.fill(...span, slots) : timetable.reset(...span));
		await audit(caller, `schedule.${action}`, `${from} to ${to}`, {
			written: writtenCount,
			slots: [slotsBefore, formatTimetable(timetable.between(...span))],
		});
		return { written: writtenCount };
	};

	return {
		gaps: ({ body, caller }) => {
			rules.checkSpan(body);
			if (body.fetch) rules.checkFetch(" Send 'fetch': false to list the gaps only.");
			return submitJob(caller, 'gaps', body);
		},
		checkSplits: ({ body, caller }) => {
			rules.checkSpan(body);
			return submitJob(caller, 'splits_check', body);
		},
		splits: ({ body, caller }) => {
			if (body.apply.length + body.revoke.length + body.dismiss.length === 0) throw malformed('apply', 'Name at least one split.');
			rules.checkSplits(body);
			return submitJob(caller, 'splits', body);
		},
		corporateActions: async ({ body: { csv, dry_run }, caller }) => {
			const tableError = actionTableError(csv);
			if (tableError !== undefined) throw malformed('csv', tableError);
			const rows = readActionRows(csv, {
				tickerNamed: parts.tickerNamed,
				isSession: (date) => parts.calendar.sessionOn(date) !== undefined,
				today: newYorkDate(parts.now()),
				recordedValue: await parts.recordedActions(),
			});
			const acceptedRows = rows.filter(({ reason }) => reason === null);
			const job = dry_run || acceptedRows.length === 0 ? null : await submitJob(caller, 'corporate_actions', presentActions(acceptedRows));
			return {
				rows: rows.map(({ tickerId: _, ...row }) => row),
				accepted: acceptedRows.length,
				refused: rows.length - acceptedRows.length,
				job,
			};
		},
		reUpload: ({ body, caller }) => {
			rules.checkSpan(body);
			rules.checkTickers(body.tickers);
			rules.checkFetch();
			return submitJob(caller, 'history', body);
		},
		undoImport: async ({ params: { batch }, caller }) => {
			const batchImport = await parts.importOfBatch(batch);
			if (!batchImport) throw notFound(`No import has the batch ${batch}; GET /api/ledger lists them (can_undo).`);
			if (!batchImport.isInEffect) throw malformed('batch', `The import of batch ${batch} has no effect: it failed or was already undone.`);
			return submitJob(caller, 'undo_import', { batch });
		},
		reschedule: ({ body, caller }) => {
			if ('date' in body) rules.checkReportDate(body.date);
			else rules.checkSpan(body);
			return submitJob(caller, 'reports', body);
		},
		buildReport: ({ body, caller }) => {
			rules.checkReportDate(body.date);
			return submitJob(caller, 'reports', body);
		},
		fillSchedule: ({ body, caller }) => writeSlots(caller, 'fill', body),
		resetSchedule: ({ body, caller }) => writeSlots(caller, 'reset', body),
		quarantine: async ({ query: { skip, max } }) => {
			const { items, total } = await parts.quarantined({ skip, max });
			return { items: items.map(presentQuarantined), total_count: total };
		},
		ledger: async ({ query }) => {
			const { ticker: symbol, from, to, ...search } = query;
			const tickerId = symbol === undefined ? undefined : parts.tickerNamed(symbol);
			if (symbol !== undefined && tickerId === undefined) throw unknownTicker('ticker', 400);
			const { items, total } = await parts.ledger({
				...search,
				...(tickerId === undefined ? {} : { ticker: tickerId }),
				...(from === undefined ? {} : { from: exchangeDate(from) }),
				...(to === undefined ? {} : { to: exchangeDate(to) }),
			});
			return {
				items: items.map(({ id, kind, provider, state, rows, note, canUndo, createdAt, committedAt }) => ({
					batch: id,
					kind,
					provider,
					state,
					rows,
					note,
					can_undo: canUndo,
					created: isoSeconds(createdAt),
					committed: isoOrNull(committedAt),
				})),
				total_count: total,
			};
		},
	} satisfies Handlers<typeof correctionCalls>;
}

function presentActions(accepted: readonly ActionRow[]): JsonObject {
	const presentTickerDate = ({ tickerId, date }: ActionRow) => ({ ticker_id: tickerId, date });
	return {
		splits: accepted.filter(({ type }) => type === 'split').map((row) => ({ ...presentTickerDate(row), ratio: row.value })),
		dividends: accepted.filter(({ type }) => type === 'dividend').map((row) => ({ ...presentTickerDate(row), amount: row.value })),
	};
}

function describeJump(jump: QuarantinedTicker['jump']): string {
	if (!jump) return 'A jump without a known split, before the period shown.';
	const [after, before] = [roundPrice(jump.after), roundPrice(jump.before)];
	if (jump.time === undefined) return `Opened at ${after} after ${before} without a known split.`;
	const minute = newYorkMinute(jump.time);
	const start = `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;
	return `The 15 minutes from ${start} closed at ${after} after ${before}: a wrong bar or a genuine move.`;
}

function isoOrNull(at: number | null): string | null {
	return at === null ? null : isoSeconds(at);
}

/** Formats a timetable for the audit log, in exchange time: '2 days: 09:45 basic, 10:00 basic; 1 day: none'. */
export function formatTimetable(days: readonly (readonly DatedSlot[])[]): string {
	const schedules = [...Map.groupBy(days, (slots) => slots.map(formatSlot).join(', ') || 'none')];
	const scheduleTexts = schedules
		.slice(0, MAX_LISTED_SCHEDULES)
		.map(([text, dates]) => `${dates.length} ${dates.length === 1 ? 'day' : 'days'}: ${text}`);
	const otherCount = schedules.length - scheduleTexts.length;
	return [...scheduleTexts, ...(otherCount > 0 ? [`and ${otherCount} other schedules`] : [])].join('; ');
}

function formatSlot({ at, report, algo, is_use }: DatedSlot): string {
	const minute = newYorkMinute(at);
	const textParts = [
		`${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`,
		report,
		algo === 'reverse' ? '' : algo,
		is_use ? '' : 'off',
	];
	return textParts.filter(Boolean).join(' ');
}

function twoDigits(n: number): string {
	return String(n).padStart(2, '0');
}

interface TickerChangeParts
	extends Pick<CorrectionsParts, 'submit' | 'tickerOf' | 'tickerNamed' | 'calendar' | 'now' | 'audit' | 'emailOf'> {
	/** The reason why tickers can't be changed here; undefined if they can. */
	whyNoTickerChange(): string | undefined;
	/** The first date on which both tickers have rows. */
	sharedDate(firstTicker: TickerId, secondTicker: TickerId): Promise<ExchangeDate | undefined>;
}

const NO_REPORT_RULES: Pick<CorrectionFacts, 'slotsBetween' | 'whyNoFetch'> = { slotsBetween: () => [], whyNoFetch: () => undefined };

export function createTickerChangeHandlers(parts: TickerChangeParts) {
	const { submit, tickerOf, tickerNamed, sharedDate, audit, emailOf } = parts;
	const rules = createCorrectionRules({ ...NO_REPORT_RULES, ...parts });
	const checkChangeable = (): void => {
		const refusal = parts.whyNoTickerChange();
		if (refusal !== undefined) throw new Problem('conflict', { detail: refusal });
	};
	const parseSymbol = (field: string, text: string): string => {
		const symbol = normalizeSymbol(text);
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
			const job = await submit('remove_ticker', request, await emailOf(caller));
			await audit(caller, 'ticker.remove', ticker.symbol, { ticker_id: id, job: job.id });
			return presentJob(job);
		},
		renameTicker: async ({ body: { date, ...symbols }, caller }) => {
			const [from, to] = [parseSymbol('from', symbols.from), parseSymbol('to', symbols.to)];
			if (from === to) throw malformed('to', 'The new symbol must differ from the old one.');
			rules.checkEffective('date', date, 'the new symbol begins with a session');
			const [oldTicker, newTicker] = [tickerNamed(from), tickerNamed(to)];
			if (oldTicker === undefined && newTicker === undefined) throw unknownTicker('from', 400, [from, to]);
			checkChangeable();
			const conflictDate = oldTicker !== undefined && newTicker !== undefined ? await sharedDate(oldTicker, newTicker) : undefined;
			if (conflictDate !== undefined)
				throw new Problem('conflict', {
					detail: `${from} and ${to} both have rows of ${conflictDate}: they are two companies, or one was imported twice. Undo the wrong import, or remove one ticker.`,
				});
			const job = await submit('rename_ticker', { from, to, date }, await emailOf(caller));
			await audit(caller, 'ticker.rename', from, { to, date, job: job.id });
			return presentJob(job);
		},
	} satisfies Handlers<typeof tickerChangeCalls>;
}
