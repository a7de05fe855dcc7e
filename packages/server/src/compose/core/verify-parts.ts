import type { RecomputeParts } from '../../reports/recompute/recompute.ts';
import type { VerifyParts } from '../../reports/recompute/verify-report.ts';
import { rebuildForecasts } from '../../research/forecast/forecast-reports.ts';

import { researchStore } from './research-store.ts';

/** Dependencies of verifying a report: the reports module must not import research, which rebuilds forecasts. */
export function verifyParts(parts: RecomputeParts): VerifyParts {
	const { stores, provider, calendar } = parts;
	const forecasts = { store: researchStore(stores, provider), provider, calendar };
	return { ...parts, rebuildForecasts: (record) => rebuildForecasts(forecasts, record) };
}
