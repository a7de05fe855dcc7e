import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { adminLink } from '../../entities/administration/table-state.ts';
import { useSession } from '../../entities/session/session-query.ts';
import { buttonClass } from '../../ui/button.ts';
import page from '../../ui/settings-page.module.css';
import { StateBox } from '../../ui/states/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import css from './frame.module.css';
import { frameWords } from './words.ts';

interface Props {
	/** The first page of the first group has the administration's own URL. */
	groups: readonly { group: string; pages: readonly { name: string; label: string; Body: { fetch(): void } }[] }[];
	/** Name of the current page. */
	current: string;
	children: ReactNode;
}

/** Shows the navigation on the left. On small screens, it is behind a button that names the page. */
export function AdminFrame({ groups, current, children }: Props) {
	const { profile } = useSession();
	const [isMenuOpen, setMenuOpen] = useState(false);
	const id = useId();
	const firstPageName = groups[0]?.pages[0]?.name;
	if (profile?.role !== 'admin') {
		return (
			<div className={`${page['page']} ${page['wide']}`}>
				<StateBox heading="h1" title={frameWords.onlyAdmins} detail={frameWords.onlyAdminsDetail}>
					<Link to="/" className={buttonClass}>
						{common.goOn}
					</Link>
				</StateBox>
			</div>
		);
	}
	return (
		<div className={css['frame']}>
			<div className={css['side']}>
				<button
					type="button"
					className={`${buttonClass} ${css['opener']}`}
					aria-expanded={isMenuOpen}
					aria-controls="admin-pages"
					onClick={() => setMenuOpen(!isMenuOpen)}
				>
					{frameWords.menu}: {groups.flatMap(({ pages }) => pages).find(({ name }) => name === current)?.label}
					<span aria-hidden="true">{isMenuOpen ? '▴' : '▾'}</span>
				</button>
				<nav id="admin-pages" className={css['pages']} data-opened={isMenuOpen || undefined} aria-label={frameWords.menu}>
					{groups.map(({ group, pages }) => (
						<div key={group}>
							<p id={`${id}${group}`} className={css['group']}>
								{group}
							</p>
							<ul aria-labelledby={`${id}${group}`} className={css['list']}>
								{pages.map(({ name, label, Body }) => (
									<li key={name}>
										<Link
											{...adminLink(name === firstPageName ? '' : name)}
											className={css['page']}
											activeOptions={{ exact: true, includeSearch: false }}
											aria-current={name === current ? 'page' : undefined}
											onPointerEnter={Body.fetch}
											onFocus={Body.fetch}
											onClick={() => setMenuOpen(false)}
										>
											{label}
										</Link>
									</li>
								))}
							</ul>
						</div>
					))}
				</nav>
			</div>
			<div className={css['content']}>{children}</div>
		</div>
	);
}
