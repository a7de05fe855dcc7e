import { accounts } from './accounts/accounts.ts';
import { analyticsCalls } from './attention/attention.ts';
import { sectorAnalysisCalls } from './attention/sector-analysis.ts';
import { billing } from './billing/billing.ts';
import { filters } from './filters/filters.ts';
import { deliveryCalls } from './inbox/delivery.ts';
import { inbox as inboxCalls } from './inbox/inbox.ts';
import { correctionCalls, tickerChangeCalls } from './operations/corrections.ts';
import { importCalls } from './operations/imports.ts';
import { jobCalls } from './operations/jobs.ts';
import { operatorCalls, operations as publicOperations } from './operations/operations.ts';
import { healthCalls, reportDayCalls } from './operations/operator-health.ts';
import { setupCalls } from './operations/setup.ts';
import { outreach } from './outreach/outreach.ts';
import { embedCalls, previews as linkCards } from './outreach/previews.ts';
import { priceReads } from './prices/price-reads.ts';
import { publicPrices } from './prices/prices.ts';
import { hub } from './reports/hub.ts';
import { reports as publicReports, timetableCalls } from './reports/reports.ts';
import { research } from './research/research.ts';
import { parameterCalls } from './signals/parameters.ts';
import { sectorChartCalls } from './signals/sector-charts.ts';
import { signals as publicSignals } from './signals/signals.ts';

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

/** Every call of the product by area and name. The server implements each area under the same name. */
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
