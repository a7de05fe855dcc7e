import { HATCHES } from './hatch.ts';

/** Once per page: the hatch patterns used by every wheel in forced-colors mode. */
export const HatchDefs = () => (
	<svg className="visually-hidden" aria-hidden="true">
		<defs>
			{HATCHES.map(({ id, turn, step }) => (
				<pattern key={id} id={id} width={step} height={step} patternUnits="userSpaceOnUse" patternTransform={`rotate(${turn})`}>
					<path d={`M0 ${step / 2}H${step}`} stroke="CanvasText" strokeWidth="1.2" />
				</pattern>
			))}
		</defs>
	</svg>
);
