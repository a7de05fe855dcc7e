import type { RecomputeParts } from '../reports/recompute/recompute.ts';
import type { VerifyParts } from '../reports/recompute/verify-report.ts';
import { forecastAgain } from '../research/forecast/forecast-reports.ts';

/** What verifying a report needs: the reports know no research, which builds forecasts again. */
export const verifyParts = (parts: RecomputeParts): VerifyParts => ({ ...parts, forecastAgain: (record) => forecastAgain(parts, record) });
