import { HATCHES } from './hatch.ts';

/** Once on a page: the hatch patterns that every wheel refers to in forced-colors mode. */
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
