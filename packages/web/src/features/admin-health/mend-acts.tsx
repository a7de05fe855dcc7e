import { useRouteContext } from '@tanstack/react-router';
import { ActButton } from '../../entities/administration/act-button.tsx';
import { clockOf, type Trouble } from './problems.ts';
import { healthWords as words } from './words.ts';

/** Rebuilds a slot's report. */
export const BuildAgain = ({ date }: { date: string }) => {
	const { api } = useRouteContext({ from: '__root__' });
	const clock = clockOf(date);
	return (
		<ActButton
			label={words.build}
			named={words.buildNamed(clock)}
			will={words.buildWill(clock)}
			sure={words.sure}
			act={async () => words.asked((await api.operations.buildReport({ body: { date } })).kind)}
		/>
	);
};

/** The button that fixes a problem. */
export const Mend = ({ act }: { act: NonNullable<Trouble['act']> }) => {
	const { api } = useRouteContext({ from: '__root__' });
	if (act.kind === 'build') return <BuildAgain date={act.slot.date} />;
	if (act.kind === 'retry') {
		const { id, kind } = act.job;
		return (
			<ActButton
				label={words.retry}
				named={words.retryNamed(kind)}
				will={words.retryWill}
				sure={words.sure}
				act={async () => words.asked((await api.operations.retryJob({ params: { id } })).kind)}
			/>
		);
	}
	return act.kind === 'fill' ? (
		<ActButton
			label={words.fill}
			will={words.fillWill}
			sure={words.sure}
			act={async () => words.asked((await api.operations.gaps({ body: {} })).kind)}
		/>
	) : (
		<ActButton
			label={words.check}
			will={words.checkWill}
			sure={words.sure}
			act={async () => words.asked((await api.operations.checkSplits({ body: {} })).kind)}
		/>
	);
};
