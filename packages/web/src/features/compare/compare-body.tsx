import type { UseQueryResult } from '@tanstack/react-query';
import type { CompareState } from '../../entities/compare/compare-link.ts';
import type { TickerDetail } from '../../lib/api/types.ts';
import { CompareCharts } from './compare-charts.tsx';
import { CompareControls } from './compare-controls.tsx';
import { CompareWheels } from './compare-wheels.tsx';
import type { Compared } from './queries.ts';

interface Props {
	compared: readonly Compared[];
	/** The wheel of each; null where the report doesn't have the ticker. */
	wheels: readonly UseQueryResult<TickerDetail | null>[];
	state: CompareState;
	report: string;
}

/** What is compared, below the legend: controls, charts and wheels. */
export function CompareBody({ compared, wheels, state, report }: Props) {
	return (
		<>
			<CompareControls state={state} />
			{compared.length > 0 ? (
				<>
					<CompareCharts compared={compared} state={state} report={report} />
					<CompareWheels compared={compared} wheels={wheels} report={report} />
				</>
			) : null}
		</>
	);
}
