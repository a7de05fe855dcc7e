import { useRouteContext } from '@tanstack/react-router';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { clockOf, type HealthProblem } from './problems.ts';
import { healthWords as words } from './words.ts';

/** Rebuilds a slot's report. */
export function RebuildButton({ date }: { date: string }) {
	const { api } = useRouteContext({ from: '__root__' });
	const clock = clockOf(date);
	return (
		<ActionButton
			label={words.build}
			named={words.buildNamed(clock)}
			will={words.buildWill(clock)}
			sure={words.sure}
			act={async () => words.asked((await api.operations.buildReport({ body: { date } })).kind)}
		/>
	);
}

/** The button that fixes a problem. */
export function FixButton({ act }: { act: NonNullable<HealthProblem['act']> }) {
	const { api } = useRouteContext({ from: '__root__' });
	if (act.kind === 'build') return <RebuildButton date={act.slot.date} />;
	if (act.kind === 'retry') {
		const { id, kind } = act.job;
		return (
			<ActionButton
				label={words.retry}
				named={words.retryNamed(kind)}
				will={words.retryWill}
				sure={words.sure}
				act={async () => words.asked((await api.operations.retryJob({ params: { id } })).kind)}
			/>
		);
	}
	return act.kind === 'fill' ? (
		<ActionButton
			label={words.fill}
			will={words.fillWill}
			sure={words.sure}
			act={async () => words.asked((await api.operations.gaps({ body: {} })).kind)}
		/>
	) : (
		<ActionButton
			label={words.check}
			will={words.checkWill}
			sure={words.sure}
			act={async () => words.asked((await api.operations.checkSplits({ body: {} })).kind)}
		/>
	);
}
