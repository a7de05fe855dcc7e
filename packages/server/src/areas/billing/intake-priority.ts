/** Milliseconds between two checks. */
const PAUSE = 50;
/** This many notifications since the last check count as a burst: 200 a second. */
const FLOOD = 10;
/** Checks after which processing continues in any case: one second. */
const LOOKS = 20;

/** Receiving notifications has priority over processing them, since senders wait for the response. `pause` waits for milliseconds. */
export function createIntakePriority(pause: (ms: number) => Promise<void>) {
	let came = 0;
	return {
		/** To be called for each received notification. */
		noticed: (): void => {
			came++;
		},
		/** Waits during a burst of notifications, for a second at most. */
		clear: async (): Promise<void> => {
			for (let looks = 0; looks < LOOKS && came >= FLOOD; looks++) {
				came = 0;
				await pause(PAUSE);
			}
		},
	};
}

export type IntakePriority = ReturnType<typeof createIntakePriority>;
