import { useRouteContext } from '@tanstack/react-router';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { notificationWords as words } from './notification-words.ts';
import type { PaymentNotification } from './queries.ts';

/** Absent for test notifications, which are never processed. */
export function ReprocessButton({ notice: { id, type, state, provider_order_id: order } }: { notice: PaymentNotification }) {
	const { api } = useRouteContext({ from: '__root__' });
	const name = type || words.unnamed;
	if (state === 'test') return null;
	return (
		<ActionButton
			label={words.again}
			named={words.againNamed(name, order)}
			will={words.againWill}
			sure={words.againSure}
			act={async () => {
				await api.billing.workOnNotice({ params: { id }, body: {} });
				return words.doneAgain(name, order);
			}}
		/>
	);
}
