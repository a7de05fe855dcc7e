import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { type AdminSearch, adminLink } from '../../entities/administration/links.ts';
import { PageHead } from '../../entities/administration/page-head.tsx';
import { buttonClass } from '../../ui/button.ts';
import panel from '../../ui/panel.module.css';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { words as common } from '../../ui/words.ts';
import { environmentLines } from './environment-lines.ts';
import { LinesStep } from './lines-step.tsx';
import { MailStep, useMailForm } from './mail-step.tsx';
import { MarketStep, useMarketForm } from './market-step.tsx';
import { OriginStep } from './origin-step.tsx';
import { type Setup, setupQuery } from './queries.ts';
import css from './setup.module.css';
import { setupWords as words } from './words.ts';

/** The first-steps guide: what the market waits for, tests of new settings, and the environment lines to set. */
export function AdminSetup(_: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery(setupQuery(api));
	return (
		<>
			<PageHead title={words.title} note={data?.label}>
				<Link {...adminLink('health')} className={buttonClass}>
					{words.health}
				</Link>
			</PageHead>
			{isError ? <LoadFailed retry={() => void refetch()} /> : null}
			{data ? (
				<>
					<section className={`${panel['panel']} ${css['state']}`}>
						<p role="status">{words.state(data)}</p>
						{data.provider === 'files' ? (
							<Link {...adminLink('data', { view: 'import' })} className={buttonClass}>
								{words.importFile}
							</Link>
						) : null}
					</section>
					<p className={css['note']}>{words.note}</p>
					<Steps setup={data} />
				</>
			) : isError ? null : (
				<p role="status" aria-busy="true">
					{common.loading}
				</p>
			)}
		</>
	);
}

function Steps({ setup }: { setup: Setup }) {
	const market = useMarketForm(setup.provider);
	const mail = useMailForm();
	const [origin, type] = useState(setup.origin);
	return (
		<div className={css['steps']}>
			<MarketStep market={market} />
			<MailStep mail={mail} setup={setup} />
			<OriginStep typed={origin} type={type} />
			<LinesStep lines={environmentLines({ ...market.form.values, ...mail.form.values, origin }, setup)} />
		</div>
	);
}
