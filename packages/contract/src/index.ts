import { accounts } from './accounts.ts';
import { analyticsCalls } from './attention.ts';
import { billing } from './billing.ts';
import { correctionCalls } from './corrections.ts';
import { embedCalls } from './embeds.ts';
import { filters } from './filters.ts';
import { hub } from './hub.ts';
import { importCalls } from './imports.ts';
import { inbox as inboxCalls } from './inbox.ts';
import { deliveryCalls } from './inbox-delivery.ts';
import { jobCalls } from './jobs.ts';
import { operatorCalls, operations as publicOperations } from './operations.ts';
import { healthCalls } from './operator-health.ts';
import { outreach } from './outreach.ts';
import { parameterCalls } from './parameters.ts';
import { previews as linkCards } from './previews.ts';
import { priceReads } from './price-reads.ts';
import { publicPrices } from './prices.ts';
import { reportDayCalls } from './report-days.ts';
import { reports as publicReports, timetableCalls } from './reports.ts';
import { research } from './research.ts';
import { sectorAnalysisCalls } from './sector-analysis.ts';
import { sectorChartCalls } from './sector-charts.ts';
import { setupCalls } from './setup.ts';
import { signals as publicSignals } from './signals.ts';
import { tickerChangeCalls } from './ticker-changes.ts';

const signals = { ...publicSignals, ...sectorChartCalls, ...parameterCalls } as const;
const prices = { ...publicPrices, ...priceReads } as const;
const reports = { ...publicReports, ...timetableCalls } as const;
const attention = { ...analyticsCalls, ...sectorAnalysisCalls } as const;
const previews = { ...linkCards, ...embedCalls } as const;
const inbox = { ...inboxCalls, ...deliveryCalls } as const;
const operations = {
	...publicOperations,
	...operatorCalls,
	...healthCalls,
	...reportDayCalls,
	...correctionCalls,
	...tickerChangeCalls,
	...jobCalls,
	...importCalls,
	...setupCalls,
} as const;

/** Every call of the product by area and name. An area is one file or several; the server implements it under the same name. */
export const contract = {
	signals,
	prices,
	reports,
	filters,
	research,
	accounts,
	billing,
	outreach,
	previews,
	attention,
	inbox,
	operations,
	hub,
} as const;
export type Contract = typeof contract;
