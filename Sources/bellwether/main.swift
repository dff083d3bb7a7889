print("bellwether")
