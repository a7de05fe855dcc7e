import { LANGUAGES } from '@sw/domain/outreach/languages';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { channelWords } from '../../../entities/inbox/channel-words.ts';
import { deliveryQuery, findStoppedChannel } from '../../../entities/inbox/delivery-settings.ts';
import type { Profile } from '../../../entities/session/session-query.ts';
import { etDayClock, msOf } from '../../../lib/format/times.ts';
import { chooseLanguage } from '../../../lib/reader-language.ts';
import { choosePalette, chooseScheme, PALETTES, SCHEMES } from '../../../lib/storage/appearance.ts';
import { buttonClass } from '../../../ui/button.ts';
import { Panel } from '../../../ui/content/settings-panel.tsx';
import { snack } from '../../../ui/snackbars/snack.ts';
import { words as common } from '../../../ui/words.ts';
import css from '../panel.module.css';
import { useChangeProfile } from '../queries.ts';
import { profileWords } from '../words.ts';

interface Props {
	profile: Profile;
	save(changes: Pick<Profile, 'notices'>): Promise<unknown>;
}

/** Sets language, theme, palette and notifications. A changed look applies here immediately and is saved to the account for other browsers. */
export function ProfileAppearance({ profile }: { profile: Profile }) {
	const change = useChangeProfile();
	const save = (changes: Parameters<typeof change>[0]): Promise<unknown> =>
		change(changes).catch((error: Error) => snack.error(common.failed, error.message));
	/** Saves the language to the account, then reloads the page in the new language. */
	const changeLanguage = (language: Profile['language']): Promise<unknown> =>
		change({ language }).then(
			() => chooseLanguage(language),
			(error: Error) => snack.error(common.failed, error.message),
		);
	return (
		<Panel title={profileWords.appearance} anchor="appearance">
			<fieldset className={css['choices']}>
				<legend>{profileWords.language}</legend>
				{LANGUAGES.map(({ code, native }) => (
					<label key={code} className={css['choice']} lang={code}>
						<input type="radio" name="profile-language" checked={profile.language === code} onChange={() => void changeLanguage(code)} />
						{native}
					</label>
				))}
			</fieldset>
			<fieldset className={css['choices']}>
				<legend>{profileWords.theme}</legend>
				{SCHEMES.map((theme) => (
					<label key={theme} className={css['choice']}>
						<input
							type="radio"
							name="profile-theme"
							checked={profile.theme === theme}
							onChange={() => {
								chooseScheme(theme);
								void save({ theme });
							}}
						/>
						{profileWords.themes[theme]}
					</label>
				))}
			</fieldset>
			<fieldset className={css['choices']}>
				<legend>{profileWords.palette}</legend>
				{PALETTES.map((palette) => (
					<label key={palette} className={css['choice']}>
						<input
							type="radio"
							name="profile-palette"
							checked={profile.palette === palette}
							onChange={() => {
								choosePalette(palette);
								void save({ palette });
							}}
						/>
						{profileWords.palettes[palette]}
					</label>
				))}
			</fieldset>
			<ProfileNotifications profile={profile} save={save} />
		</Panel>
	);
}

/** Sets whether messages are also sent by mail, and lists the channels that the product has stopped. */
function ProfileNotifications({ profile: { notices }, save }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const query = deliveryQuery(api);
	const { data } = useQuery(query);
	const change = async (mail: boolean): Promise<void> => {
		await save({ notices: { mail } });
		await queryClient.invalidateQueries({ queryKey: query.queryKey });
	};
	return (
		<fieldset className={css['choices']}>
			<legend>{profileWords.notifications}</legend>
			<label className={css['choice']}>
				<input
					type="checkbox"
					checked={notices.mail && !(data && findStoppedChannel(data, 'mail'))}
					onChange={(event) => void change(event.currentTarget.checked)}
				/>
				{profileWords.mailNotifications}
			</label>
			<Link to="/messages" search={{ view: 'delivery' }} className={buttonClass} preload={false}>
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
