import type { SignUpMode } from '@sw/domain/access/sign-up';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.ts';
import css from '../../ui/forms/form.module.css';
import { NarrowPage } from '../../ui/forms/form-box.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { words } from './words.ts';

/** Why a visitor can't create an account, and what to do instead. */
export function SignUpClosed({ mode }: { mode: Exclude<SignUpMode, 'open'> }) {
	const { title, detail } = words.notOpen[mode];
	return (
		<NarrowPage title={words.signUpTitle}>
			<StateBox title={title} detail={detail}>
				<Link to="/auth/signin" className={css['link'] ?? ''}>
					{words.signIn}
				</Link>
				<button type="button" className={`${buttonClass} needs-script`} data-act="contact">
					{words.contact}
				</button>
			</StateBox>
		</NarrowPage>
	);
}
