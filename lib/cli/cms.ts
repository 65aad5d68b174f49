const help = `Usage: npm run cms -- <command> [options]

Commands: import markdown <folder>, user create, user reset-password, doctor
`;

process.stdout.write(help);
