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

type Made = AnswerOf<Contract['inbox']['makeFeedAddress']>;

/** A filter's feed address: it can be created, replaced and revoked, and is shown only once. */
export function FeedAddress({ setting: { id, name, feed } }: { setting: FilterSetting }) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const { data, isError, refetch } = useQuery(deliveryQuery(api));
	const [made, setMade] = useState<Made>();
	const { send, busy, failure } = useSubmit();
	const known = data?.addresses.find(({ filter }) => filter === id);
	if (!data && isError && feed) return <LoadFailedNote retry={refetch}>{words.failed}</LoadFailedNote>;
	if (!data || !(feed || known)) return null;
	const readAgain = () => queryClient.invalidateQueries({ queryKey: deliveryQuery(api).queryKey });
	const make = async (): Promise<void> => {
		setMade(await api.inbox.makeFeedAddress({ params: { id }, body: {} }));
		await readAgain();
	};
	const revoke = async (): Promise<void> => {
		await api.inbox.revokeFeedAddress({ params: { id }, body: {} });
		setMade(undefined);
		await readAgain();
	};
	return (
		<section className={css['feed']} aria-label={`${words.title}: ${name}`}>
			<p className={css['words']}>
				<b>{words.title}</b> <small>{known ? words.made(etDayClock(msOf(known.created))) : words.none}</small>
				{feed ? null : <small>{words.silent}</small>}
			</p>
			{known ? (
				<>
					<ConfirmButton label={words.againNamed(name)} face={words.again} detail={words.againDetail} sure={words.againSure} act={make} />
					<ConfirmButton label={words.revokeNamed(name)} face={words.revoke} detail={words.revokeDetail} sure={words.revoke} act={revoke} />
				</>
			) : (
				<button type="button" className={buttonClass} aria-label={words.makeNamed(name)} disabled={busy} onClick={() => send(make)}>
					{words.make}
				</button>
			)}
			{failure ? (
				<p className={css['fault']} role="alert">
					{failure}
				</p>
			) : null}
			{made ? (
				<ShownOnce
					title={words.addresses(name)}
					note={words.once}
					values={[
						{ label: words.atom, value: made.atom },
						{ label: words.json, value: made.json },
					]}
					done={() => setMade(undefined)}
				/>
			) : null}
		</section>
	);
}
