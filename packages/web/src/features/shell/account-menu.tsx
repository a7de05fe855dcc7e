import { Link, useRouterState } from '@tanstack/react-router';
import { useSession } from '../../entities/session/session-query.ts';
import { useSign } from '../../entities/session/use-sign.ts';
import { buttonClass } from '../../ui/button.ts';
import css from './header.module.css';
import { words } from './words.ts';

/** The right end of the header: the way in, or the way to one's own pages and out. */
export const AccountMenu = () => {
	const { state, profile } = useSession();
	const { leave } = useSign();
	const href = useRouterState({ select: (router) => router.location.href });
	if (state === 'unknown') return null;
	if (!profile) {
		const search = href === '/' || href.startsWith('/auth/') ? {} : { redirectTo: href };
		return (
			<nav aria-label={words.accountLabel}>
				<Link to="/auth/signin" search={search} className={buttonClass}>
					{words.signIn}
				</Link>
			</nav>
		);
	}
	return (
		<nav className={css['menu']} aria-label={words.accountLabel}>
			{profile.role === 'admin' ? (
				<Link to="/admin" className={css['item'] ?? ''}>
					{words.admin}
				</Link>
			) : null}
			{profile.license ? (
				<Link to="/profile" className={css['licence'] ?? ''} aria-label={words.profileOf(profile.license)} title={profile.email}>
					{profile.license}
				</Link>
			) : (
				<Link to="/profile" className={css['item'] ?? ''} title={profile.email}>
					{words.profile}
				</Link>
			)}
			{/* Without scripts the link does the same. */}
			<a
				href="/logout"
				className={css['item']}
				onClick={(event) => {
					event.preventDefault();
					void leave();
				}}
			>
				{words.signOut}
			</a>
		</nav>
	);
};
