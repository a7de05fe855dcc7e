import type { CompareState } from '../../entities/compare/compare-link.ts';
import { CompareCharts } from './compare-charts.tsx';
import { CompareControls } from './compare-controls.tsx';
import { CompareWheels } from './compare-wheels.tsx';
import type { Compared, ComparedWheel } from './queries.ts';

interface Props {
	compared: readonly Compared[];
	/** Of each. */
	wheels: readonly ComparedWheel[];
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
