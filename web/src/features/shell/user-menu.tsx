import { Link } from "@tanstack/react-router";
import { ChevronDown, LogOut, Monitor, Moon, Sun, UserRound } from "lucide-react";
import { useStore } from "../../lib/use-store.ts";
import { useUser } from "../../session/session.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Menu, MenuChoice, MenuItem, MenuLink, MenuRule } from "../../ui/menu.tsx";
import { chooseTheme, theme } from "../../ui/theme.ts";
import { useLogout } from "./use-logout.ts";

export function UserMenu() {
  const user = useUser();
  const { logout } = useLogout();
  const name = user.first_name || user.email;
  return (
    <Menu
      trigger={
        <button
          type="button"
          className={buttonClass("quiet", "sm", "touch max-w-56 min-w-0 sm:shrink!")}
          title={user.email}
        >
          <UserRound className="size-4 sm:hidden" aria-hidden="true" />
          <span dir="auto" className="truncate max-sm:sr-only">
            {name}
          </span>
          <ChevronDown className="size-4 shrink-0 text-soft" aria-hidden="true" />
        </button>
      }
    >
      <MenuLink>
        <Link to="/dashboard/profile">
          <UserRound aria-hidden="true" />
          Profile
        </Link>
      </MenuLink>
      <MenuRule />
      <MenuChoice
        label="Theme"
        value={useStore(theme)}
        onChange={chooseTheme}
        choices={[
          { value: "system", text: "System", icon: <Monitor aria-hidden="true" /> },
          { value: "light", text: "Light", icon: <Sun aria-hidden="true" /> },
          { value: "dark", text: "Dark", icon: <Moon aria-hidden="true" /> },
        ]}
      />
      <MenuRule />
      <MenuItem onSelect={() => void logout()}>
        <LogOut aria-hidden="true" />
        Logout
      </MenuItem>
    </Menu>
  );
}
