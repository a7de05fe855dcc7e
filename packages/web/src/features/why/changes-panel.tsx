import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import type { WorkspaceDetail, WorkspaceHead } from '../../lib/api/types.ts';
import { etClock, etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { More } from '../../ui/content/more.tsx';
import panel from '../../ui/panel.module.css';
import { onDemand } from '../../ui/states/on-demand.tsx';
import css from './why.module.css';
import {
	formatMargins,
	formatPlaceCondition,
	formatWeights,
	formatWindow,
	summarizeChanges,
	weightsQuery,
	windowsQuery,
} from './why-view.ts';
import { whyWords as words } from './words.ts';

const Verification = onDemand(async () => (await import('./verification.tsx')).Verification);

interface LinesProps {
	title: string;
	hint?: string | undefined;
	lines: readonly string[];
	/** Further lines, collapsed at the end. */
	hiddenLines?: readonly string[];
}

/** Shows the changes since the previous report, and what would change the rate now. */
export function ChangesPanel({ workspace, state }: { workspace: WorkspaceDetail; state: TickerState }) {
	const previousTime = workspace.change ? msOf(workspace.change.date) : undefined;
	const { api } = useRouteContext({ from: '__root__' });
	const { data: weights } = useQuery(weightsQuery(api));
	const { data: windows } = useQuery(windowsQuery(api));
	const marginTexts = formatMargins(workspace);
	const placeText = formatPlaceCondition(workspace, state.list.strategy);
	return (
		<section className={panel['panel']} aria-labelledby="changes">
			<h2 id="changes" className={panel['title']}>
				{words.changesTitle}
			</h2>
			<Lines
				title={previousTime === undefined ? words.noChangeTitle : words.changeTitle(etClock(previousTime))}
				hint={previousTime === undefined ? undefined : etDateTime(previousTime)}
				{...summarizeChanges(workspace)}
			/>
			<Lines
				title={words.marginTitle}
				lines={[...(marginTexts.length > 0 ? marginTexts : [words.noMargins]), ...(placeText === undefined ? [] : [placeText])]}
			/>
			<p className={panel['note']}>
				{weights ? formatWeights(weights, state.list) : null} {windows ? formatWindow(windows, state.list) : null}
			</p>
			<VerifyButton key={`${workspace.report.time} ${workspace.report.version}`} report={workspace.report} />
		</section>
	);
}

function Lines({ title, hint, lines, hiddenLines = [] }: LinesProps) {
	return (
		<>
			<h3 className={panel['subtitle']} title={hint}>
				{title}
			</h3>
			<ul className={css['lines']}>
				{lines.map((line) => (
					<li key={line}>{line}</li>
				))}
				{hiddenLines.length > 0 ? (
					<li>
						<More label={words.andMore(hiddenLines.length)} lines={hiddenLines} />
					</li>
				) : null}
			</ul>
		</>
	);
}

/** Shows the button that verifies the report. */
function VerifyButton({ report }: { report: WorkspaceHead }) {
	const [isOpen, setIsOpen] = useState(false);
	return (
		<div className={css['verify']} aria-live="polite">
			{isOpen ? (
				<Verification report={report} />
			) : (
				<button
					type="button"
					className={`${buttonClass} needs-script`}
					title={words.verifyHint}
					onPointerEnter={Verification.fetch}
					onFocus={Verification.fetch}
					onClick={() => setIsOpen(true)}
				>
					{words.verify}
				</button>
			)}
		</div>
	);
}
