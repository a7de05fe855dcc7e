import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import type { FilterSetting } from '../../entities/filters/saved-filters.ts';
import { deliveryQuery } from '../../entities/inbox/delivery-settings.ts';
import { etDayClock, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { ShownOnce } from '../../ui/content/shown-once.tsx';
import { ConfirmButton } from '../../ui/dialogs/confirm-dialog.tsx';
import { LoadFailedNote } from '../../ui/states/not-loaded.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { feedWords as words } from './feed-words.ts';
import css from './list.module.css';

type NewAddress = AnswerOf<Contract['inbox']['makeFeedAddress']>;

/** Creates, replaces and revokes a filter's feed address. A new address is shown only once. */
export function FeedAddress({ setting: { id, name, feed } }: { setting: FilterSetting }) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const { data, isError, refetch } = useQuery(deliveryQuery(api));
	const [newAddress, setNewAddress] = useState<NewAddress>();
	const { send, busy, failure } = useSubmit();
	const activeAddress = data?.addresses.find(({ filter }) => filter === id);
	if (!data && isError && feed) return <LoadFailedNote retry={refetch}>{words.failed}</LoadFailedNote>;
	if (!data || !(feed || activeAddress)) return null;
	const reload = () => queryClient.invalidateQueries({ queryKey: deliveryQuery(api).queryKey });
	const createAddress = async (): Promise<void> => {
		setNewAddress(await api.inbox.makeFeedAddress({ params: { id }, body: {} }));
		await reload();
	};
	const revokeAddress = async (): Promise<void> => {
		await api.inbox.revokeFeedAddress({ params: { id }, body: {} });
		setNewAddress(undefined);
		await reload();
	};
	return (
		<section className={css['feed']} aria-label={`${words.title}: ${name}`}>
			<p className={css['words']}>
				<b>{words.title}</b> <small>{activeAddress ? words.createdAt(etDayClock(msOf(activeAddress.created))) : words.none}</small>
				{feed ? null : <small>{words.alertsOff}</small>}
			</p>
			{activeAddress ? (
				<>
					<ConfirmButton
						label={words.replaceNamed(name)}
						shortLabel={words.replace}
						detail={words.replaceDetail}
						confirmLabel={words.replaceConfirm}
						act={createAddress}
					/>
					<ConfirmButton
						label={words.revokeNamed(name)}
						shortLabel={words.revoke}
						detail={words.revokeDetail}
						confirmLabel={words.revoke}
						act={revokeAddress}
					/>
				</>
			) : (
				<button
					type="button"
					className={buttonClass}
					aria-label={words.createNamed(name)}
					disabled={busy}
					onClick={() => send(createAddress)}
				>
					{words.create}
				</button>
			)}
			{failure ? (
				<p className={css['fault']} role="alert">
					{failure}
				</p>
			) : null}
			{newAddress ? (
				<ShownOnce
					title={words.addresses(name)}
					note={words.shownOnce}
					values={[
						{ label: words.atom, value: newAddress.atom },
						{ label: words.json, value: newAddress.json },
					]}
					onDone={() => setNewAddress(undefined)}
				/>
			) : null}
		</section>
	);
}
