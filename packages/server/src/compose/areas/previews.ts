import { join } from 'node:path';
import { embedCalls, previews } from '@sw/contract/outreach/previews';
import { hostOf } from '@sw/domain/previews/preview-key';
import { FLAG_STALE } from '@sw/domain/signals/report-table';
import { candidateSide, candidateWords } from '@sw/domain/signals/sector';
import { wheelModel } from '@sw/domain/signals/wheel/model';
import { strategyNamed, TIMEFRAMES } from '@sw/domain/time/timeframe';
import { utcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { bindQueries } from '@sw/store/postgres/records/bind-queries';
import * as storedPreviews from '@sw/store/postgres/records/outreach/previews';
import type { AuditAct } from '../../areas/audit-act.ts';
import { type Implementation, implement } from '../../areas/handlers.ts';
import type { DrawnTicker } from '../../areas/previews/drawing/picture-cache.ts';
import { type EmbedParts, embedHandlers } from '../../areas/previews/embeds/embed-handlers.ts';
import { previewsHandlers } from '../../areas/previews/handlers.ts';
import { createPreviewFiles } from '../../areas/previews/preview-files.ts';
import { createTopTables, type PriceParts, quarterHour } from '../../areas/prices/top-tables.ts';
import type { SignalsParts } from '../../areas/signals/ports.ts';
import { createVisitorOutline, createVisitorRow } from '../../areas/signals/visitors/visitor-detail.ts';
import type { Config } from '../../config/config.ts';
import { embedPolicy } from '../../http/content-policy.ts';
import { Problem } from '../../platform/errors.ts';
import { systemRandomSource } from '../../platform/random-source.ts';

export interface PreviewsWiring extends PriceParts, SignalsParts {
	config: Pick<Config, 'folder' | 'origin'>;
	stores: Pick<Stores, 'records'>;
	wall: { now(): number };
	audit: AuditAct;
}

export interface Previews {
	area: Implementation;
	/** Deletes the files of removed pictures; to be called once a day. */
	sweep(): Promise<void>;
}

/** Opens the preview pictures of pages for link cards: uploaded, or drawn from public data. */
export function openPreviews({ config, stores, wall, audit, ...shown }: PreviewsWiring): Previews {
	const { db } = stores.records;
	const { directory, reports, prices, source, now } = shown;
	const files = createPreviewFiles(join(config.folder, 'previews'), wall.now);
	const outline = createVisitorOutline(shown);
	const records = bindQueries(storedPreviews, db);

	const ticker = async (symbol: string): Promise<DrawnTicker | undefined> => {
		const known = directory.bySymbol(symbol);
		if (!known) return undefined;
		const nameOnly = { symbol: known.symbol, name: known.name };
		const question = { tab_type: 'extreme_rise', timeframes: 'first' } as const;
		const found = await outline(known.id, question).catch((error: unknown) => {
			if (error instanceof Problem && error.code === 'not_found') return undefined;
			throw error;
		});
		if (!found) return nameOnly;
		const side = candidateSide(question.tab_type, found.operation, found.listed);
		const wheel = wheelModel(found.sectors, strategyNamed(question.timeframes), side);
		const candidate = candidateWords(question.tab_type, found.operation, found.listed);
		return { ...nameOnly, report: { asOf: Date.parse(found.report.as_of), wheel, rate: found.weighted_sum, candidate } };
	};

	return {
		area: implement(
			previews,
			previewsHandlers({
				records,
				files,
				table: createTopTables(shown).table,
				ticker,
				source,
				edition: () => {
					const { hash = '', version = 0 } = reports.latest(null) ?? {};
					return `${hash}.${version}.${prices.version()}.${quarterHour(now())}`;
				},
				home: hostOf(config.origin),
				now: () => utcMs(wall.now()),
				uuid: systemRandomSource.uuid,
				audit,
			}),
		),
		sweep: async () => files.sweep(new Set(await records.previewIds())),
	};
}

interface EmbedsWiring extends SignalsParts {
	config: Pick<Config, 'origin'>;
}

/** Strategy of an embed's rate, the same as the default of a ticker's page. */
const STRATEGY = 'first';

/** Opens the tickers embedded in other sites: the same content as a visitor's page, from the same report. */
export function openEmbeds({ config, ...shown }: EmbedsWiring): Implementation {
	const { reports, prices, source } = shown;
	const outline = createVisitorOutline(shown);
	const row = createVisitorRow(shown);
	const strategy = strategyNamed(STRATEGY);
	const longestTimeframe = Math.max(...strategy.slots);

	const ticker: EmbedParts['ticker'] = async (id, tab) => {
		const found = await outline(id, { tab_type: tab, timeframes: STRATEGY });
		const tickerRow = await row(id);
		return {
			id,
			symbol: found.ticker,
			name: found.name,
			tab,
			rate: found.weighted_sum,
			candidate: candidateWords(tab, found.operation, found.listed),
			wheel: wheelModel(found.sectors, strategy, candidateSide(tab, found.operation, found.listed)),
			timeframe: TIMEFRAMES[longestTimeframe]?.label ?? '',
			report: Date.parse(found.date),
			stale: (tickerRow.table.flags[tickerRow.row]! & FLAG_STALE) !== 0,
			source: source.label,
			simulated: source.simulated,
		};
	};

	return implement(
		embedCalls,
		embedHandlers({
			ticker,
			edition: () => {
				const { hash = '', version = 0 } = reports.latest(null) ?? {};
				return `${hash}.${version}.${prices.id}`;
			},
			origin: config.origin,
			policy: embedPolicy,
		}),
	);
}
