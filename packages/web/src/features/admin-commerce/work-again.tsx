import { useRouteContext } from '@tanstack/react-router';
import { ActButton } from '../../entities/administration/act-button.tsx';
import { noticeWords as words } from './notice-words.ts';
import type { Notice } from './queries.ts';

/** Absent for test notifications, which are never processed. */
export const WorkAgain = ({ notice: { id, type, state, provider_order_id: order } }: { notice: Notice }) => {
	const { api } = useRouteContext({ from: '__root__' });
	const said = type || words.unnamed;
	if (state === 'test') return null;
	return (
		<ActButton
			label={words.again}
			named={words.againNamed(said, order)}
			will={words.againWill}
			sure={words.againSure}
			act={async () => {
				await api.billing.workOnNotice({ params: { id }, body: {} });
				return words.doneAgain(said, order);
			}}
		/>
	);
};
