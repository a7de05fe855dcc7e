import { Link } from '@tanstack/react-router';
import type { Profile } from '../../entities/session/session-query.ts';
import { choosePalette, PALETTES } from '../../lib/palette.ts';
import { chooseScheme, SCHEMES } from '../../lib/scheme.ts';
import { buttonClass } from '../../ui/button.ts';
import { Panel } from '../../ui/settings-panel.tsx';
import { snack } from '../../ui/snack.ts';
import { words as common } from '../../ui/words.ts';
import css from './panel.module.css';
import { useChangeProfile } from './use-profile.ts';
import { profileWords } from './words.ts';

/** Shown at once in this browser, and kept with the account for the next one. */
export const ProfileLooks = ({ profile }: { profile: Profile }) => {
	const change = useChangeProfile();
	const keep = (wish: Parameters<typeof change>[0]): void => {
		change(wish).catch((error: Error) => snack.error(common.failed, error.message));
	};
	return (
		<Panel title={profileWords.looks}>
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
								keep({ theme });
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
								keep({ palette });
							}}
						/>
						{profileWords.palettes[palette]}
					</label>
				))}
			</fieldset>
			<fieldset className={css['choices']}>
				<legend>{profileWords.notices}</legend>
				<label className={css['choice']}>
					<input
						type="checkbox"
						checked={profile.notices.mail}
						onChange={(event) => keep({ notices: { mail: event.currentTarget.checked } })}
					/>
					{profileWords.mailNotices}
				</label>
				<Link to="/messages" className={buttonClass} preload={false}>
					{profileWords.delivery}
				</Link>
			</fieldset>
		</Panel>
	);
};
