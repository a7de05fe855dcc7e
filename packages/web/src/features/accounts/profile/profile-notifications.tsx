import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { channelWords } from '../../../entities/inbox/channel-words.ts';
import { deliveryQuery, stoppedOf } from '../../../entities/inbox/delivery-settings.ts';
import type { Profile } from '../../../entities/session/session-query.ts';
import { etDayClock, msOf } from '../../../lib/format/times.ts';
import { buttonClass } from '../../../ui/button.ts';
import css from '../panel.module.css';
import { profileWords } from '../words.ts';

interface Props {
	profile: Profile;
	keep(wish: Pick<Profile, 'notices'>): Promise<unknown>;
}

/** Whether messages are also sent by mail, and which channels the product has stopped. */
export function ProfileNotifications({ profile: { notices }, keep }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const query = deliveryQuery(api);
	const { data } = useQuery(query);
	const change = async (mail: boolean): Promise<void> => {
		await keep({ notices: { mail } });
		await queryClient.invalidateQueries({ queryKey: query.queryKey });
	};
	return (
		<fieldset className={css['choices']}>
			<legend>{profileWords.notices}</legend>
			<label className={css['choice']}>
				<input
					type="checkbox"
					checked={notices.mail && !(data && stoppedOf(data, 'mail'))}
					onChange={(event) => void change(event.currentTarget.checked)}
				/>
				{profileWords.mailNotices}
			</label>
			<Link to="/messages" className={buttonClass} preload={false}>
				{profileWords.delivery}
			</Link>
			{data?.stopped.map(({ channel, why, since }) => (
				<p key={channel} className={css['stopped']} role="status">
					{channelWords.stoppedNamed(channelWords.channels[channel], etDayClock(msOf(since)), why)}
				</p>
			))}
		</fieldset>
	);
}
