/** Words of the settings that are kept of a list. */
export const settingsWords = {
	settingsSaved: 'Update user settings',
	settingsSavedDetail: 'This list opens next time as it is now.',
	settingsFailed: 'Failed to update user settings',
	settingsFailedDetail: 'The list stays as it is; only its memory failed.',
} as const;
