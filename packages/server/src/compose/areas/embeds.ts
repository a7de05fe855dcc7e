import { embedCalls } from '@sw/contract/outreach/embeds';
import { FLAG_STALE } from '@sw/domain/signals/report-table';
import { candidateSide, candidateWords } from '@sw/domain/signals/sector';
import { wheelModel } from '@sw/domain/signals/wheel/model';
import { strategyNamed, TIMEFRAMES } from '@sw/domain/time/timeframe';
import { type Implementation, implement } from '../../areas/handlers.ts';
import { type EmbedParts, embedHandlers } from '../../areas/previews/embeds/embed-handlers.ts';
import type { SignalsParts } from '../../areas/signals/signals-parts.ts';
import { createVisitorOutline } from '../../areas/signals/visitors/visitor-outline.ts';
import { createVisitorRow } from '../../areas/signals/visitors/visitor-row.ts';
import type { Config } from '../../config/config.ts';
import { elsewherePolicy } from '../../http/content-policy.ts';

export interface EmbedsWiring extends SignalsParts {
	config: Pick<Config, 'origin'>;
}

/** The strategy of an embed's rate: the default of a ticker's page. */
const STRATEGY = 'first';

/** Tickers embedded in other sites: the same content as a visitor's page, from the same report. */
export function openEmbeds({ config, ...shown }: EmbedsWiring): Implementation {
	const { reports, prices, source } = shown;
	const outline = createVisitorOutline(shown);
	const row = createVisitorRow(shown);
	const strategy = strategyNamed(STRATEGY);
	const longest = Math.max(...strategy.slots);

	const ticker: EmbedParts['ticker'] = async (id, tab) => {
		const found = await outline(id, { tab_type: tab, timeframes: STRATEGY });
		const at = await row(id);
		return {
			id,
			symbol: found.ticker,
			name: found.name,
			tab,
			rate: found.weighted_sum,
			candidate: candidateWords(tab, found.operation, found.listed),
			wheel: wheelModel(found.sectors, strategy, candidateSide(tab, found.operation, found.listed)),
			timeframe: TIMEFRAMES[longest]?.label ?? '',
			report: Date.parse(found.date),
			stale: (at.table.flags[at.row]! & FLAG_STALE) !== 0,
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
			policy: elsewherePolicy,
		}),
	);
}
