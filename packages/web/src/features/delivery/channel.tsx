import type { Channel as Name } from '@sw/domain/inbox/delivery';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { channelWords } from '../../entities/inbox/channel-words.ts';
import { type DeliverySettings, deliveryQuery, findStoppedChannel } from '../../entities/inbox/delivery-settings.ts';
import { pushBrowser as ownBrowser, type PushBrowser, type PushState, removeThisPushBrowser } from '../../entities/inbox/push-browser.ts';
import { etDayClock, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { Switch } from '../../ui/controls/switch.tsx';
import { LoadFailedNote } from '../../ui/states/not-loaded.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import css from './delivery.module.css';
import { type DeliveryState, type PushBrowsers, pushQuery } from './use-delivery.ts';
import { pushWords, words } from './words.ts';

interface Props {
	name: Name;
	settings: DeliverySettings;
	/** The destination, shown below the name. */
	detail: ReactNode;
	change: (on: boolean) => void;
	/** Whether there is no destination. Default: false. */
	disabled?: boolean;
	children?: ReactNode;
}

/** Shows a delivery channel's switch, why the channel was stopped, and a test button. A stopped channel appears as off; switching it on retries. */
export function Channel({ name, settings, detail, change, disabled = false, children }: Props) {
	const stoppedInfo = findStoppedChannel(settings, name);
	const isOn = settings[name] && !stoppedInfo;
	return (
		<div className={css['group']}>
			<Switch label={channelWords.channels[name]} detail={detail} checked={isOn} disabled={disabled} onChange={change} />
			{stoppedInfo ? (
				<p className={css['stopped']} role="status">
					{channelWords.stopped(etDayClock(msOf(stoppedInfo.since)), stoppedInfo.why)}
				</p>
			) : null}
			{children}
			{isOn && name !== 'app' ? <TestButton name={name} /> : null}
		</div>
	);
}

/** Tests a channel with one destination. Message channels are tested one by one. */
function TestButton({ name }: { name: Exclude<Name, 'app'> }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { send, busy, failure } = useSubmit();
	const [testResult, setTestResult] = useState('');
	const sendTest = async (): Promise<void> => {
		setTestResult('');
		setTestResult((await api.inbox.tryDelivery({ body: { channel: name } })).line);
	};
	return (
		<>
			<button
				type="button"
				className={buttonClass}
				aria-label={words.testNamed(channelWords.channels[name])}
				disabled={busy}
				onClick={() => send(sendTest)}
			>
				{busy ? words.sending : words.test}
			</button>
			<p className={css['note']} role="status">
				{failure ?? testResult}
			</p>
		</>
	);
}

interface PushChannelProps {
	settings: DeliverySettings;
	change: DeliveryState['change'];
	browser?: PushBrowser;
}

/** Shows web push: a button for this browser, and all browsers of the account. */
export function PushChannel({ settings, change, browser = ownBrowser }: PushChannelProps) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const { data, isError, refetch } = useQuery(pushQuery(api));
	const [state, setState] = useState<PushState>();
	const { send, busy, failure } = useSubmit();
	const key = data?.key;

	const reload = async (): Promise<void> => {
		if (key !== undefined) setState(await browser.getState(key));
		await Promise.all([pushQuery(api), deliveryQuery(api)].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })));
	};
	const add = async (): Promise<void> => {
		if (key === undefined) return;
		const subscription = await browser.subscribe(key);
		if (subscription) await api.inbox.addPushBrowser({ body: subscription });
		await reload();
		if (!subscription) throw new Error(pushWords.refused);
	};
	const removeThisBrowser = async (): Promise<void> => {
		await removeThisPushBrowser(api, browser);
		await browser.unsubscribe();
		await reload();
	};
	const removeBrowser = async (id: string): Promise<void> => {
		await api.inbox.removePushBrowser({ body: { id } });
		await reload();
	};
	const applyState = useEffectEvent((pushState: PushState): void => {
		setState(pushState);
		// The server's key has changed. A reader who has push turned on is subscribed again without being asked.
		if (pushState === 'outdated' && settings.push) send(add);
	});
	useEffect(() => {
		if (key === undefined) return undefined;
		let isCancelled = false;
		void browser.getState(key).then((pushState) => {
			if (!isCancelled) applyState(pushState);
		});
		return () => {
			isCancelled = true;
		};
	}, [browser, key]);
	const items = data?.items ?? [];
	const isSupported = state === 'on' || state === 'off' || state === 'outdated';
	return (
		<Channel
			name="push"
			settings={settings}
			detail={pushWords.states[state ?? 'unknown']}
			disabled={!settings.push && items.length === 0 && !isSupported}
			change={(on) => (on && items.length === 0 ? send(add) : void change({ push: on }))}
		>
			{isError && !data ? <LoadFailedNote retry={refetch}>{words.browsersFailed}</LoadFailedNote> : null}
			{isSupported && data ? (
				<button
					type="button"
					className={buttonClass}
					disabled={busy}
					onClick={() => send(state === 'on' && items.length > 0 ? removeThisBrowser : add)}
				>
					{state === 'on' && items.length > 0 ? pushWords.remove : pushWords.add}
				</button>
			) : null}
			{failure ? (
				<p className={css['stopped']} role="alert">
					{failure}
				</p>
			) : null}
			{items.length > 0 ? (
				<ul className={css['items']} aria-label={words.browsers}>
					{items.map((item) => (
						<li key={item.id}>
							<span>
								{formatName(item)}
								<small>{words.browserSince(etDayClock(msOf(item.created)))}</small>
							</span>
							<button
								type="button"
								className={buttonClass}
								aria-label={words.forgetNamed(formatName(item))}
								disabled={busy}
								onClick={() => send(() => removeBrowser(item.id))}
							>
								{words.forget}
							</button>
						</li>
					))}
				</ul>
			) : null}
		</Channel>
	);
}

function formatName({ agent, host }: PushBrowsers['items'][number]): string {
	return agent || host;
}
